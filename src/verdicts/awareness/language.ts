const english = new Set(
  "the a an to of in is it i and on for this that with be my will not you are as at by have has was from or no so do can me we they its your i'm i'll it's now then need should there but he she her his their what which would could did been if just let's let these those into only all still also two done next here".split(
    ' ',
  ),
);
/** Frequent words of other languages in Latin script. Those that are also English words are skipped when matching. */
const others = new Set(
  'der die das und ich ist nicht ein eine einen mit zu auf für von den dem wird sich auch nur dass aber sie wir le la les des une et je pas est que qui dans pour sur avec ce cette mais ne du au el los las y no es una por para con del pero se lo yo mi il che di non per sono questo della un gli het een ik niet en van dat dit maar wordt o os uma não é eu isto com mas jag är inte och det som att på på jeg ikke og er ja nie jest to się na że bir ve bu için'.split(
    ' ',
  ),
);
/** English words that also exist in these languages. */
const shared = new Set('a an as at be do for has he her i in is me no on or so was we will'.split(' '));
const inflected = /^\p{L}{3,}(?:ing|ed)$/u;

type Language = 'english' | 'other' | 'unknown';

export function languageOf(own: string): Language {
  const letters = own.match(/\p{L}/gu) ?? [];
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (foreign.length >= 4 && foreign.length > letters.length * 0.3) return 'other';
  const words = own.match(/[\p{L}']+/gu) ?? [];
  const ours = words.filter((word) => english.has(word)).length;
  const theirs = words.filter((word) => others.has(word) && !english.has(word)).length;
  if (theirs >= 2 && theirs > ours) return 'other';
  const isSure = words.some((word) => (english.has(word) && !shared.has(word)) || inflected.test(word));
  if (theirs >= 1 && theirs >= ours && !isSure && words.length >= 4) return 'other';
  if (ours > 0 || words.some((word) => inflected.test(word))) return 'english';
  return words.length < 6 ? 'unknown' : 'other';
}

/**
 * Whether a sentence is in English. Decided by the sentence if it has enough evidence, otherwise by the language of the
 * whole text, because terse notes contain none of a language's frequent words.
 */
export function isEnglish(own: string, whole: Language): boolean {
  const language = languageOf(own);
  if (language === 'english') return true;
  if (language === 'unknown') return whole !== 'other';
  return whole === 'english' && !hasForeignSigns(own);
}

function hasForeignSigns(own: string): boolean {
  const words = own.match(/[\p{L}']+/gu) ?? [];
  return (
    /[^\p{Script=Latin}\P{L}]{4}/u.test(own) ||
    words.filter((word) => others.has(word) && !english.has(word)).length >= 2
  );
}
