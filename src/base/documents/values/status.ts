import { type StatusSet, statusSets } from './status-words.ts';
import type { WantedValue, WrittenKind } from './written-kind.ts';

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2018\u2019`]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^["' ]+|["'.! ]+$/g, '')
    .toLowerCase();

const clauseEnds = /\s*(?:[,;:()]|\.(?=\s)|\s-+\s|\bbut\b)\s*/;
const fillers =
  /^(?:(?:it|its|this|all|everything|is|was|are|were|has|have|been|now|still|stays|remains|set to|marked|status|state|by|done and) )+/;
const negations =
  /^(?:(?:it |this )?(?:not|never|no longer|no more|cannot|isn't|wasn't|aren't|hasn't|haven't|doesn't|didn't|don't|won't|can't|does not|do not|did not|has not|have not|is not|was not|will not|can not)(?: yet| been| be| to)*) /;
const unfinished = /^(?:half|nearly|almost|partly|mostly|to be|will be|be|should be|going to be|about to be|soon) /;
const conditions =
  /\b(?:if|once|when|unless|after|except|apart from|later|soon|tomorrow|or|pending|yes and no|first)\b/;
/** Values that negation turns into each other. */
const opposites: Readonly<Record<string, string>> = {
  go: 'stop',
  stop: 'go',
  passed: 'failed',
  checked: 'unchecked',
  done: 'open',
  open: 'done',
  yes: 'no',
  no: 'yes',
};
/** Weaker than any other value of the set. */
const weak: ReadonlySet<string> = new Set(['checked']);

/**
 * A value of a closed set, by its synonyms, with negations and remarks: `NOT OK, 9.2 degrees`, `done, Tuesday`. A text
 * without any synonym is not readable.
 */
export const status: WrittenKind = {
  means(text, wanted) {
    const read = readStatus(text, setOf(wanted));
    return read === null ? null : read === wanted.value;
  },
  spellings: (wanted) => [
    ...(setOf(wanted)[wanted.value] ?? []).map((text) => ({ writer: 'hurried' as const, text })),
    { writer: 'careful', text: `${capital(wanted.value)} (see the list)` },
    { writer: 'careful', text: `${wanted.value}, Tuesday` },
    { writer: 'model', text: wanted.value.toUpperCase() },
  ],
  nearMisses: (wanted) => [
    ...Object.entries(setOf(wanted)).flatMap(([value, words]) => (value === wanted.value ? [] : words)),
    `${wanted.value}?`,
    '',
  ],
};

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export function setOf({ set, words = {}, value }: WantedValue): StatusSet {
  const shared: StatusSet = set === undefined ? {} : (statusSets[set] ?? {});
  const names = new Set([...Object.keys(shared), ...Object.keys(words), value]);
  return Object.fromEntries([...names].map((name) => [name, [...(words[name] ?? []), ...(shared[name] ?? []), name]]));
}

/** The value of a shared set that a text states; null if it states none. */
export const readsAs = (text: string, set: string): string | null => readStatus(text, statusSets[set] ?? {});

/** The value that a text states; `unclear` if it states several or a conditional one, null if it states none. */
function readStatus(text: string, set: StatusSet): string | null {
  const whole = plain(text);
  if (whole === '') return 'unclear';
  const exact = exactValue(whole, set);
  if (exact !== null) return exact;
  if (whole.includes('?')) return 'unclear';
  const readings = whole
    .split(clauseEnds)
    .filter((clause) => clause !== '')
    .flatMap((clause, at) => (at === 0 || isWhole(clause, set) ? (readClause(clause, set) ?? []) : []));
  const [first] = readings.filter((value) => !weak.has(value) || readings.every((other) => weak.has(other)));
  if (first === undefined) return null;
  return readings.every((value) => value === first || weak.has(value)) ? first : 'unclear';
}

const exactValue = (text: string, set: StatusSet): string | null =>
  Object.entries(set).find(([, words]) => words.some((word) => plain(word) === text))?.[0] ?? null;

/** A clause behind the first one is a remark unless it consists of a synonym: `back Friday` is one. */
const isWhole = (clause: string, set: StatusSet): boolean => {
  const found = longestPhrase(clause.replace(fillers, '').replace(negations, ''), set);
  return found !== null && /^(?: (?:for now|now|again|today|anyway|too|already))?$/.test(found.rest);
};

function readClause(clause: string, set: StatusSet): string | null {
  const bare = clause.replace(fillers, '');
  const phrase = longestPhrase(bare, set);
  const negation = negations.exec(bare)?.[0] ?? '';
  const negated = negation === '' ? null : longestPhrase(verbless(bare.slice(negation.length)), set);
  const isNegated = negated !== null && negation.length > (phrase === null ? 0 : bare.length - phrase.rest.length);
  if (isNegated) return opposites[negated.value] ?? 'unclear';
  if (phrase !== null) return readRest(phrase, set);
  const hedge = unfinished.exec(bare)?.[0];
  const hedged = hedge === undefined ? null : longestPhrase(bare.slice(hedge.length), set);
  return hedged === null ? null : (opposites[hedged.value] ?? 'unclear');
}

/** `does not close` negates `closes`. */
const verbless = (text: string): string =>
  text.replace(/^(close|pass|fail|stick|leak|jam)\b/, '$1s').replace(/^passs\b/, 'passes');

interface FoundPhrase {
  value: string;
  rest: string;
}

function longestPhrase(text: string, set: StatusSet): FoundPhrase | null {
  const found = Object.entries(set)
    .flatMap(([value, words]) => words.map((word) => ({ value, word: plain(word) })))
    .filter(({ word }) => text === word || (text.startsWith(word) && /^[^\p{L}\d]/u.test(text.slice(word.length))))
    .sort((one, other) => other.word.length - one.word.length)[0];
  return found === undefined ? null : { value: found.value, rest: text.slice(found.word.length) };
}

/** What follows a synonym in its clause may state a condition, or a change since. */
function readRest({ value, rest }: FoundPhrase, set: StatusSet): string {
  if (conditions.test(rest)) return 'unclear';
  const words = rest.trim().split(' ');
  const others = words.flatMap((_, at) => longestPhrase(words.slice(at).join(' '), set) ?? []);
  return others.some((other) => other.value !== value && other.value.length > 1) &&
    /^\W*(?:and|lifted|taken)\b/.test(rest)
    ? 'unclear'
    : value;
}
