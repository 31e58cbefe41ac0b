import { literalPattern } from '../../literal-pattern.ts';
import { evenText } from './dictated-text.ts';
import { isDoubted } from './remark.ts';
import type { Spelling, WantedValue, WrittenKind } from './written-kind.ts';

const titles = /^(?:mr|mrs|ms|miss|dr|prof|messrs|the)$/;
const legalForms = /^(?:ltd|limited|gmbh|inc|llc|plc|co|ag|kg)$/;

/** The words of a name, without titles and legal forms. */
const nameParts = (text: string): string[] =>
  evenText(text)
    .replace(/\s*[&+]\s*/g, ' and ')
    .split(/[\s,-]+/)
    .map((part) => part.replace(/\.$/, ''))
    .filter((part) => part !== '' && !titles.test(part) && !legalForms.test(part));

/** True for equal words in any order. A wanted initial matches any first name that begins with it. */
function isSameName(wanted: string, actual: string): boolean {
  const rest = nameParts(actual);
  const parts = nameParts(wanted).sort((one, other) => other.length - one.length);
  for (const part of parts) {
    const same = rest.indexOf(part);
    const at = same === -1 && part.length === 1 ? rest.findIndex((word) => word.startsWith(part)) : same;
    if (at === -1) return false;
    rest.splice(at, 1);
  }
  return parts.length > 0 && rest.length === 0;
}

/** `, head of department`, `(landlord)`, `(Bath)`. */
const role = /\s*(?:,\s*\p{Ll}[\p{L} ]+|\([\p{L} ]+\))\s*$/u;

/** A person or a company. Accepts the family name first, titles, a role, a legal form, and a first name for its initial. */
export const fullName: WrittenKind = {
  means: (text, { value, known_as = [] }) =>
    [text, text.replace(role, '')].some((name) => [value, ...known_as].some((wanted) => isSameName(wanted, name))),
  spellings: ({ value, known_as = [] }) => [
    { writer: 'careful', text: value },
    { writer: 'hurried', text: value.toLowerCase() },
    { writer: 'model', text: `"${value}"` },
    ...known_as.map((text) => ({ writer: 'hurried' as const, text })),
  ],
  nearMisses: ({ value }) => [
    `${value} or Otto Vance`,
    `not ${value}`,
    'Otto Vance',
    '',
    ...(/\p{L}{2}$/u.test(value) ? [`${value}er`] : []),
  ],
};

const kinship =
  /\b(?:(?:grand|step|god)?(?:mother|father|parents?|son|daughter)|mum|dad|brother|sister|aunt|uncle|cousin|partner|wife|husband|neighbou?r|deputy|assistant|secretary|boss|colleague)\b/;
const owner = "(?:(?:the|her|his|their|my|our|child's|\\p{L}+'s) )?";

/** A person by full name, family name, first name, initials or one of `roles`, in any order and combination. */
export const person: WrittenKind = {
  means(text, wanted) {
    if (isDoubted(text)) return false;
    const [whole, parts] = [evenText(text), evenText(text).split(/\s*[(),;/:]\s*|\s+-+\s+/)];
    if (isCalled(whole, wanted)) return true;
    const named = parts.filter((part) => part !== '');
    return (
      named.some((part) => isCalled(part, wanted)) &&
      named.every((part) => isCalled(part, wanted) || isRemark(part, text, wanted))
    );
  },
  isPartOfAnother: (before, after) => {
    const last = /(\p{Lu}[\p{L}'’-]+)$/u.exec(before)?.[1];
    return /^\p{Lu}\p{Ll}/u.test(after) || (last !== undefined && !beforeNames.test(last));
  },
  spellings: ({ value, roles = [] }) => {
    const [first = '', ...others] = value.replace(/^(?:Dr|Mr|Mrs|Ms|Prof)\.? /, '').split(' ');
    const family = others.at(-1);
    const shorter: Spelling[] =
      family === undefined || family.replace('.', '').length < 2
        ? []
        : [
            { writer: 'careful', text: `${family}, ${first}` },
            { writer: 'hurried', text: family },
            { writer: 'hurried', text: `${first.slice(0, 1)}. ${family}` },
            { writer: 'model', text: `${value} (as listed)` },
          ];
    return [
      { writer: 'careful', text: value },
      { writer: 'hurried', text: value.toLowerCase() },
      ...shorter,
      ...roles.flatMap((name): Spelling[] => [
        { writer: 'hurried', text: name },
        { writer: 'careful', text: `${value} (${name})` },
        { writer: 'model', text: `${name}, ${value}` },
      ]),
    ];
  },
  nearMisses: ({ value, roles = [] }) => [
    'Otto Vance',
    `${value} or Otto Vance`,
    `not ${value}`,
    `${value} and Otto Vance`,
    `Otto ${value.split(' ').at(-1) ?? ''}`,
    '',
    ...roles.map((name) => `grand${name}`),
  ],
};

/** Words that may begin a sentence, or address a person. */
const beforeNames =
  /^(?:dear|hi|hello|to|and|or|from|with|for|by|the|mr|mrs|ms|miss|dr|prof|not|also|only|please|tell|ask|if|when|as)$/i;

function isCalled(part: string, { value, roles = [], known_as = [] }: WantedValue): boolean {
  const bare = part.replace(/^(?:\p{L}+ed )?(?:by|from|with) /u, '');
  const names = roles.map((name) => literalPattern(evenText(name)));
  const isRole = names.length > 0 && new RegExp(`^${owner}(?:${names.join('|')})$`, 'u').test(bare);
  return isRole || [value, ...known_as].some((name) => isShortFor(bare, name));
}

const initialsOf = (words: readonly string[]): string => words.map((word) => word.slice(0, 1)).join('');

function isShortFor(part: string, name: string): boolean {
  if (isSameName(name, part)) return true;
  const words = evenText(name)
    .split(' ')
    .filter((word) => !titles.test(word.replace(/\.$/, '')));
  const [first = '', ...others] = words;
  const family = others.at(-1);
  if (family === undefined) return false;
  if (family.length < 2)
    return part.replace(/[. ]/g, '') === initialsOf(words) || (first.length >= 3 && part === first);
  const shorter = [family, `${first.slice(0, 1)} ${family}`, `${first} ${family.slice(0, 1)}`];
  if (first.replace('.', '').length >= 3) shorter.push(first);
  return (
    shorter.some((form) => nameParts(form).sort().join(' ') === nameParts(part).sort().join(' ')) ||
    part.replace(/[. ]/g, '') === initialsOf(words)
  );
}

const witnessed = /\b(?:looked on|watched|witness(?:ed)?|saw|checked|present)\b/;

/** Words in lower case. A relation among them must be one of the person's roles. */
function isRemark(part: string, text: string, { roles = [] }: WantedValue): boolean {
  const relation = kinship.exec(part)?.[0];
  return (
    (relation === undefined || roles.includes(relation)) &&
    !/\band\b/.test(part) &&
    (text.includes(part) || witnessed.test(part))
  );
}
