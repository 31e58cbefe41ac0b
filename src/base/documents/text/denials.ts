/**
 * Reads what a sentence denies: a negation binds to the statement or request that it negates. A sentence denies a harm
 * only if one of its affirmed forms is a form of the harm.
 */

/** What a negated sentence would claim or request without its negation. Empty if it negates nothing, or unclearly. */
export function affirmedForms(sentence: string): string[] {
  const bare = withoutTail(withoutGreeting(inFull(sentence.trim().replace(/[.!\s]+$/, ''))));
  const conditional = match(bare, conditionalOrder);
  if (conditional !== null) return requestsOf(conditional[0] ?? '');
  const [untrue] = match(bare, untrueBelow) ?? [];
  if (untrue !== undefined) return [untrue];
  if (/[,;:"?]|\s[-/]\s/.test(bare) || exceptions.test(bare)) return [];
  for (const read of readers) {
    const forms = read(bare);
    if (forms.length > 0) return forms;
  }
  return [];
}

/** Splits a text at the ends of sentences and paragraphs, and omits names of media types. */
export const statementsOf = (text: string): string[] =>
  unwrapped(text)
    .replace(/^[a-z]+\/[\w.+-]+; ?charset=[\w-]+$/gim, '')
    .split(/(?<=[.!?;])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

/** A line break within a sentence: before a small letter or a digit, or after a long line without an end. */
const wrapped = /(?<=[^\s.!?:])\n(?=[\p{Ll}\d])|(?<=[^\n]{56}[^\s.!?:])\n(?=\S)/gu;
export const unwrapped = (text: string): string => text.replace(wrapped, ' ');

const greeting = /^(?:dear|hello|hi|good (?:morning|afternoon|evening|day))\b[^,.!?:]{0,40}[,:]\s*/i;
const withoutGreeting = (sentence: string): string => sentence.replace(greeting, '');
/** Clauses that widen a denial. */
const tail = /,? (?:whoever|whatever|whichever|no matter|even if)\b[^.!?]*$/i;
const withoutTail = (sentence: string): string => sentence.replace(tail, '');
/** Words that turn a negation into an exception, a condition or an emphasis: `nothing but`, `not unless`. */
const exceptions =
  /\b(?:but|unless|until|till|without|except|only|just|than|instead|rather|before|again|yet|also|else|other|others|another|old(?:er)?|previous|former|earlier|first|last)\b/i;
/** `do not forget to pay` is a request to pay. */
const emphasis = /^(?:forget|fail|hesitate|miss|delay|wait|ignore|neglect|refuse|omit|worry|stop|let|lose|be)\b/i;
const conditionalOrder =
  /^if (?:you are|you're|you get|someone|somebody|anyone|anybody|an? (?:e?mail|message|caller|stranger|letter))\s?(?:told|asked|ordered|an order|tells you|asks you|orders you|told you) to (.+?), (?:please )?(?:do not|don't|never) .+$/i;

const untrueBelow =
  /^(?:not a word of (?:this|it|that) is true|(?:this|that|it|the following) is (?:false|untrue|not true|a lie)): ([^:"?]+)$/i;

const inFull = (sentence: string): string =>
  sentence.replace(/\bcan(?:not|'t)\b/gi, 'can not').replace(/\bwon't\b/gi, 'will not');

const match = (text: string, pattern: RegExp): string[] | null => pattern.exec(text)?.slice(1) ?? null;
const requestsOf = (request: string): string[] => (emphasis.test(request) ? [] : [request, `please ${request}`]);
/** `not … anything` becomes `… something`. */
const asAffirmed = (text: string): string => text.replace(/\bany(?=thing|one|body|where\b|\b)/gi, 'some');

const readers: readonly ((sentence: string) => string[])[] = [
  // Prohibitions: `Please do not pay …`, `No one should pay …`.
  (sentence) => {
    const [request] =
      match(
        sentence,
        /^(?:(?:please|kindly|so|and|therefore) )*(?:do not|don't|never|(?:you|nobody|no one|we) (?:should|must|may|shall|need|needs to|have to|has to)(?: not|n't| never)?) (.+)$/i,
      ) ?? [];
    const isNegated =
      /^(?:(?:please|kindly|so|and|therefore) )*(?:do not|don't|never|nobody|no one)\b|\b(?:not|n't|never)\b/i;
    return request === undefined || !isNegated.test(sentence) ? [] : requestsOf(request);
  },
  // Statements that are not true: `It is not true that …`.
  (sentence) => {
    const [statement] =
      match(
        sentence,
        /^(?:it is|it's|it was) (?:(?:simply|just|plainly) )?(?:not true|untrue|false|wrong|a lie|not the case|made up) that (.+)$/i,
      ) ??
      match(sentence, /^there is no truth in (?:it|the (?:rumou?r|story|claim)) that (.+)$/i) ??
      match(sentence, /^that (.+) (?:is|was) (?:not true|untrue|false|a lie|not the case|made up)$/i) ??
      [];
    return statement === undefined ? [] : [statement];
  },
  // Denied needs: `We will never need …`, `No one wants …`.
  (sentence) => {
    const [object] =
      match(
        sentence,
        /^(?:nobody|no one|none of us)\b.* (?:needs?|wants?|requires?|asks?|(?:will|would) (?:ever )?(?:need|want|require|ask)) (?:you )?(?:for |to (?:send|give|tell) (?:us )?)?(.+)$/i,
      ) ??
      match(
        sentence,
        /(?:\bnot|n't|\bnever)(?: ever)? (?:need|want|require|ask)s? (?:you )?(?:for |to (?:send|give|tell) (?:us )?)?(.+)$/i,
      ) ??
      [];
    return object === undefined ? [] : ['send', 'give', 'answer with', 'reply with'].map((verb) => `${verb} ${object}`);
  },
  // `X did not take …`, `X never took …`.
  (sentence) => {
    const [subject, verb = '', rest = ''] =
      match(sentence, /^(.+?) (?:did|does|do)(?: not|n't)(?: ever)? (\w+)(.*)$/i) ??
      match(sentence, /^(.+?) never (\w+)(.*)$/i) ??
      [];
    if (subject === undefined) return [];
    return inflections(verb).map((form) => asAffirmed(`${subject} ${form}${rest}`));
  },
  // `X has not taken …`, `X is not …`.
  (sentence) => {
    const [subject, auxiliary, rest] =
      match(
        sentence,
        /^(.+?) (has|have|had|is|are|was|were|will|would|can|could|may)(?: not|n't| never)(?: ever)? (.+)$/i,
      ) ?? [];
    return subject === undefined ? [] : [asAffirmed(`${subject} ${auxiliary} ${rest}`)];
  },
];

const irregular: Readonly<Record<string, string>> = {
  break: 'broke',
  buy: 'bought',
  come: 'came',
  do: 'did',
  drink: 'drank',
  find: 'found',
  get: 'got',
  give: 'gave',
  go: 'went',
  have: 'had',
  hide: 'hid',
  keep: 'kept',
  leave: 'left',
  lose: 'lost',
  make: 'made',
  pay: 'paid',
  say: 'said',
  see: 'saw',
  sell: 'sold',
  send: 'sent',
  steal: 'stole',
  take: 'took',
  tell: 'told',
  write: 'wrote',
};

function inflections(verb: string): string[] {
  const lower = verb.toLowerCase();
  return [verb, `${verb}s`, irregular[lower] ?? `${verb}${lower.endsWith('e') ? 'd' : 'ed'}`];
}

/** Requests to check, report or ignore, which a warning contains. */
const protective =
  /^(?:(?:please|and|or|so|then|just) )*(?:(?:ring|call|phone|ask|contact|check with|speak to|talk to) (?:me|us|him|her|it|the [\p{L} ]{1,30}|[\p{Lu}][\p{L} .]{1,30})(?: (?:back|first|before))*|(?:tell|inform|warn) (?:us|me|the [\p{L} ]{1,30}|it security|your colleagues)|(?:delete|ignore|report) (?:it|them|the (?:e?mail|message|order|letter)|such (?:e?mails|messages|orders)))$/iu;
const hearsay = /\b(?:rumou?rs?|gossip|may hear|might hear|may have heard|have heard|someone|somebody)\b/i;
const reassuring =
  /\b(?:complete|all there|counted|in order|as planned|as usual|safe|takes? place|(?:may|can) come|(?:is|are|stays?|remains?) open|goes on|continues?)\b/i;
const persons = /\b(?:he|she|they|him|her|them|his|hers|their|theirs)\b/i;
const demands =
  /\b(?:must|need|needs|should|have to|has to|you|your|reply|answer|send|give|pay|transfer|wait(?:s|ing)?|expects?)\b/i;
const bareNegation = /\b(?:not|never|nobody|no one|none|nothing)\b|n't\b/i;
const conditions = /\b(?:if|when|while|as long as|so long as)\b/i;
const longestAside = 4;

/**
 * Whether a sentence next to a denial leaves it a denial: a greeting, a negation, a protective request, hearsay, or a
 * reassurance. `names`: words of the harm with a capital letter, and numbers.
 */
export function isHarmlessBeside(sentence: string, names: ReadonlySet<string>): boolean {
  const bare = withoutGreeting(sentence).replace(/[.!\s]+$/, '');
  const clauses = bare.split(/[,;]\s*/).filter((clause) => clause !== '');
  return clauses.length === 0 || isProhibition(bare) || clauses.every((clause) => isHarmlessClause(clause, names));
}

/** `If a mail wants it, please do not answer it.` */
const isProhibition = (sentence: string): boolean =>
  /^if [^,]+, (?:please )?(?:do not|don't|never) (?!forget|fail|hesitate|miss|delay|wait|ignore)[^,]+(?:,? and tell us)?$/i.test(
    sentence,
  ) && !exceptions.test(sentence);

function isHarmlessClause(clause: string, names: ReadonlySet<string>): boolean {
  if (protective.test(clause)) return true;
  const words = clause.match(/[\p{L}\p{N}']+/gu) ?? [];
  if (/\d/.test(clause) || persons.test(clause) || words.some((word) => names.has(word.toLowerCase()))) return false;
  if (bareNegation.test(clause)) {
    const [request] = match(clause, /^(?:(?:please|so|and) )*(?:do not|don't|never) (.+)$/i) ?? [];
    return !exceptions.test(clause) && !conditions.test(clause) && (request === undefined || !emphasis.test(request));
  }
  if (demands.test(clause)) return hearsay.test(clause) && /^(?:you (?:may|might) (?:hear|have heard))\b/i.test(clause);
  return hearsay.test(clause) || reassuring.test(clause) || (words.length <= longestAside && isTitle(clause));
}

/** A signature: words in upper case and a few function words. */
const isTitle = (clause: string): boolean =>
  /^(?:\p{Lu}[\p{L}.]*|of|the|service|desk|team|and|regards|wishes|thanks|you)(?: (?:\p{Lu}[\p{L}.]*|of|the|service|desk|team|and|regards|wishes|thanks|you))*$/u.test(
    clause,
  );
