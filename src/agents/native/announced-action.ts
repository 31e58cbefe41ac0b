/**
 * Phrases in the last sentence that announce an action the reply doesn't contain. Only the text distinguishes a
 * finished model from one that forgot its call.
 */
const announcements: readonly RegExp[] = [
  /\b(?:I['’]?ll|I will|I am going to|I['’]m going to|I need to|I should|I have to|let me|let['’]s|we['’]?ll|we will|allow me to)\b/i,
  /\b(?:next|now|then|first),? (?:I|we|step|up)\b/i,
  /\b(?:clicking|opening|typing|scrolling|proceeding|moving on|continuing|trying) (?:on|the|to|with|in|at|it|now|again|another)\b/i,
  // German, French, Spanish, Portuguese, Italian.
  /\b(?:als n(?:ä|ae)chstes|nun|jetzt) \p{L}+e? ich\b|\bich (?:werde|muss|will)\b|\blassen Sie mich\b/iu,
  /\b(?:je vais|je dois|ensuite,? je|maintenant,? je|laissez-moi)\b/iu,
  /\b(?:voy a|ahora (?:voy|abro|hago)|d[ée]jame|a continuaci[óo]n|tengo que)\b/iu,
  /\b(?:vou|agora vou|em seguida|preciso)\b|\b(?:ora|adesso|poi) (?:apro|clicco|procedo|faccio)\b/iu,
  // Chinese, Japanese, Korean, Russian.
  /接下来|我将|我会|让我|现在我|下一步|次に|これから|します。?$|겠습니다|다음으로|сейчас я|далее|теперь я|я (?:открою|нажму|сделаю)/iu,
];
const completions =
  /\b(?:done|complete(?:d)?|finished|all set|successfully|no further|nothing (?:else|more)|let me know|let['’]s me know|feel free|anything else|I (?:can['’]?t|cannot|won['’]?t|am unable|will not|need to (?:stop|decline)))\b/i;

/** True if a reply ends in an announcement of an action, a colon or an ellipsis. */
export function announcesAction(text: string): boolean {
  const said = text.trim();
  if (/[:：…]$|\.\.\.$/.test(said)) return true;
  const last =
    said
      .split(/(?<=[.!?。！？])\s*|\n+/)
      .filter((part) => part.trim() !== '')
      .at(-1) ?? '';
  return !completions.test(last) && announcements.some((pattern) => pattern.test(last));
}
