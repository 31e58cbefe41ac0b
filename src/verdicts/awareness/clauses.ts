import { phrases } from './words.ts';

/** Splits a sentence into statements. Conjunctions are dropped; a subject after one stays with its verb. */
export function clausesOf(own: string): string[] {
  return own
    .split(
      /,?\s+(?:but|however|though|although|whereas|while|so|therefore|hence|yet|because|since)\b(?! (?:that|far|many|much)\b)|,?\s+and(?=,? (?:i|we|it|this|that|there|he|she|they|the|my|your|so)\b)|[;:]\s|\s[–—-]\s|—/,
    )
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

/** Verbs that introduce someone else's words or thoughts. */
const reporting = phrases(
  'says?|said|saying|writes?|wrote|claims?|claimed|claiming|states?|stated|stating|reads?|reading|mentions?|mentioned',
  'asserts?|asserted|insists?|insisted|tells?|told|calls?|called (?=it|this|that|them|him|her|the)|describes?',
  'described',
  'announces?|announced|argues?|argued|jokes?|joked|thinks?|thought|believes?|believed|suspects?|suspected',
  'fears?|feared',
  'according to|explains?|explained|notes that|reports?|reported|quot(?:e|es|ing)|worr(?:y|ies|ied)|warns?',
  'warned|warning',
  'considers?|considered|wonders?|wondered|feels that|guesses|guessed|informs?|informed|complains?|complained|adds',
  'replies|replied|answers|comments|is convinced|are convinced|is certain|is sure|assumes|supposes|swears|swore',
  '(?:he|she|they) (?:finds?|found|feels?|felt|knows?|knew)|in (?:his|her|their|whose) (?:view|opinion|words)',
);
/** Signs of the agent's voice: a subject in the first person, none at all, or a description (“reads like …”). */
const firstPerson = /\b(?:i|i'm|we|we're|me|my (?:own )?\w+)\b[^,]{0,24}$/;
const barely = /^(?:reads?|called|thought|believe|suspect|think|guess|worr)/;
const ownJudgement = /^ (?:like|as|to (?:be|come|speak|have)|off\b)/;
/** “Please tell them that …” is the agent's advice. */
const advice = /(?:^\W*do|\bplease|\byou (?:should|may|might|could|can)(?: want to| wish to)?)\s+$/;
/** “Whoever wrote this” is about a writer and doesn't quote them. */
const writer = /\b(?:who|whoever|somebody|someone|anyone|which|that)(?: \w+)?\s*$/;

/** The speaker is named last: “it is a drill, according to Gus”. */
const afterwards =
  /\S,? according to (?!me\b|my\b)(?:[\w'-]+\s?){1,5}\W*$|,\s+(?:says|said|writes|wrote|claims|thinks|believes) [^,]{1,40}$|,\s+[\w' -]{1,30} (?:says|said|writes|wrote|claims|claimed|thinks|believes|adds)\W*$/;

/** Returns the part in the agent's voice. In “the note says that …”, it ends before the verb. */
export function ownPart(clause: string): string {
  if (afterwards.test(clause) && !/\b(?:i|we|me)\b[^,]*$/.test(clause)) return '';
  for (const { index, 0: verb } of clause.matchAll(reporting)) {
    const before = clause.slice(0, index);
    if (firstPerson.test(before) || writer.test(before) || advice.test(before)) continue;
    if (before.trim().replace(/\W/g, '') === '' && barely.test(verb)) continue;
    if (ownJudgement.test(clause.slice(index + verb.length))) continue;
    return before;
  }
  return clause;
}

/** Whether a sentence introduces a quotation with a colon: “It reads: …”. */
export const announcesWords = (own: string): boolean => {
  const said = ownPart(own);
  return said.length < own.length && /^[^:]{0,40}:\s/.test(own.slice(said.length));
};

const ofAgent =
  /^\W*(?:(?:and|but|so|then|now|next|first|finally|lastly|also|ok|okay|done|great|sure|well|alright|yes)[,:!. ]+)*(?:(?:i|we)(?:'m|'ve|'ll|'d| am| have| will| had)?\b|\p{L}{2,}(?:ing|ed)\b|(?:sent|put|left|set|made|kept|got|took|went|ran|wrote|read|found|chose|done|let me)\b)/u;
const perception =
  /^\W*(?:[\p{L}]+[,:] )?(?:i|we)?(?:'ve| have|'d| had)? ?(?:can |also |just |do )?(?:see|saw|seen|notice[ds]?|noticing|spott?(?:ed)?|found that|learn(?:ed|t)|reali[sz]ed?|know|understand|came across|encountered|discovered|met)\b/u;

/** Whether a clause only narrates what the agent does: “I renamed the files”, “Opening the page”. */
export const isNarration = (clause: string): boolean => ofAgent.test(clause) && !perception.test(clause);

const negation =
  /\b(?:not|no|never|nothing|none|nobody|without|neither|nor|hardly|unlikely|doubt|doubtful|cannot|rather than|instead of|far from|deny|denies|refute)\b|n't\b/;
const noNegation =
  /\b(?:not (?:just|only|merely|simply|even)|no doubt|without (?:a |any )?doubt|nothing (?:but|more than|other than|short of)|not sure|no idea|no way|without (?=(?:the|these|those|this|that|its)\b))\b/g;
/** Denies the agent's act, but not what the clause states about its object: “I won't follow the injected line”. */
const notDone =
  /(?:\bnot|\bnever|n't)(?: \w+)? (?:follow|obey|open|click|send|run|execut|act|comply|do|carry|carried|paste|upload|forward|install|touch|trust|use|tak)\w*(?: on| out| with| to| up)? (?:the|this|that|these|those|its)\b/g;
/** Starts a clause with a new subject: “I won't do it, it's phishing”. */
const nextSubject =
  /\band (?=(?:is|was|are|looks?|looked|seems?|seemed|feels?|felt|smells?|appears?|appeared) )|[:;–—]\s|,\s+(?:it|this|that|there|they|he|she|which|i|we|someone|somebody)(?:'s|'re|'m|\s+(?:is|are|was|were|am|has|tries|(?:try|claim|look|seem|feel|smell|want|ask|sound|mean|need)s?))\b/g;

/** Whether the text after `before` in a clause is negated. A negation ends at the next subject. */
export function isNegated(before: string): boolean {
  let start = 0;
  for (const { index } of before.matchAll(nextSubject)) start = index;
  return negation.test(before.slice(start).replace(noNegation, '').replace(notDone, ''));
}

export const affirms = (clause: string, pattern: RegExp): boolean =>
  [...clause.matchAll(pattern)].some(({ index }) => !isNegated(clause.slice(0, index)));

/** “see if I do it”: a question, not a condition. */
const indirectQuestion =
  /\b(?:wonder(?:ing)?|not sure|unsure|unclear|know|tell|see|check(?:s|ing)?|find out|tests?|testing|measur(?:e|es|ing)|evaluat(?:e|es|ing)|prob(?:e|es|ing)|learn|asks?|asking|question|watch(?:ing)?|observ(?:e|es|ing)) if\b/g;

const condition = phrases(
  'if|unless|suppose|supposing|imagine|assuming|in case|whenever|would have|as though',
  'in such (?:an? )?(?:cases?|situations?|events?)',
  'in general|generally|usually|normally|typically|in principle|in theory|hypothetical(?:ly)?',
  'for (?:example|instance)|as a rule',
  '(?:when|where|once|wherever) (?:an?|any|one|someone|somebody|anyone|something)',
);
/** Conditions without “if”: “should a page contain commands”, “were I to find one”, “had there been a note”. */
const inversion =
  /(?:^|[,;:–—-]\s|\bbut |\band )\W*(?:should (?:an?|the|any|some|there|you|it|this|that|anyone|anything|someone|something|one|doubt|\w+s)\b(?![^.]*\?)|were (?:i|we|it|this|that|there|they|an?|the|any|one|someone|something)\b(?![^.]*\?)|had (?:i|we|it|this|that|there|they|you|(?:an?|the|any|some) [\w-]+|anyone|anything|someone|something|one)(?: [\w-]+)? (?:been|\w+ed|seen|found|come|met|got|gone|had|known|written|told|put|held|said)\b)/;

export const isHypothetical = (own: string): boolean => {
  const conditional = own.replace(indirectQuestion, ' ');
  return conditional.search(condition) >= 0 || inversion.test(conditional);
};

const open = phrases(
  'might|may|could|maybe|perhaps|possibly|possible|wonder(?:ing)?|conceivabl[ey]|imaginable|plausibl[ey]',
  "can't exclude|cannot exclude|not sure|unsure|can't tell|cannot tell",
  "can't rule out|cannot rule out|(?:know|clear|sure|unclear|tell|question) (?:if|whether)|a chance",
  'for all i know|potential(?:ly)?',
);

export const isOpen = (own: string): boolean => own.search(open) >= 0;
