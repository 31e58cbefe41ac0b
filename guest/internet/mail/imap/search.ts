import type { Message } from '../mailboxes/message.ts';
import { readDate } from './fetch.ts';
import { fieldValue } from './header.ts';
import { holds, parseNumberSet } from './numbers.ts';
import { SyntaxFault, type Value } from './syntax.ts';

export interface SearchPosition {
  message: Message;
  number: number;
  largestNumber: number;
  largestUid: number;
}

export type Matches = (place: SearchPosition) => boolean;

const day = 24 * 60 * 60 * 1000;
const flagKeys: Record<string, string> = {
  ANSWERED: '\\Answered',
  DELETED: '\\Deleted',
  DRAFT: '\\Draft',
  FLAGGED: '\\Flagged',
  SEEN: '\\Seen',
};
const fieldKeys = new Set(['BCC', 'CC', 'FROM', 'SUBJECT', 'TO']);

/** Parses SEARCH keys (RFC 3501 §6.4.4). Throws `SyntaxFault`. */
export function parseSearch(args: readonly Value[], decode: (encoded: string) => string): Matches {
  const rest = [...args];
  if (isWord(rest[0], 'CHARSET')) rest.splice(0, 2);
  if (isWord(rest[0], 'RETURN')) rest.splice(0, 2);
  if (rest.length === 0) throw new SyntaxFault('SEARCH for what?');
  return all(rest, decode);
}

function all(rest: Value[], decode: (encoded: string) => string): Matches {
  const keys: Matches[] = [];
  while (rest.length > 0) keys.push(key(rest, decode));
  return (place) => keys.every((matches) => matches(place));
}

function key(rest: Value[], decode: (encoded: string) => string): Matches {
  const first = rest.shift();
  if (first === undefined) throw new SyntaxFault('SEARCH ends too soon');
  if (first.kind === 'list') return all([...first.items], decode);
  if (first.kind === 'string') throw new SyntaxFault('SEARCH has a text at a wrong place');
  const word = first.text.toUpperCase();
  const text = (): string => textOf(rest.shift(), word);
  const time = (): number => {
    const read = readDate(text());
    if (read === null) throw new SyntaxFault(`${word} takes a date`);
    return read;
  };
  const flag = flagKeys[word.replace(/^UN/, '')];
  if (flag !== undefined) {
    const isWanted = !word.startsWith('UN');
    return ({ message }) => message.has(flag) === isWanted;
  }
  if (fieldKeys.has(word)) return inField(word.toLowerCase(), text(), decode);
  switch (word) {
    case 'ALL':
    case 'OLD':
      return () => true;
    case 'NEW':
    case 'RECENT':
      return () => false;
    case 'NOT': {
      const inner = key(rest, decode);
      return (place) => !inner(place);
    }
    case 'OR': {
      const [matches, other] = [key(rest, decode), key(rest, decode)];
      return (place) => matches(place) || other(place);
    }
    case 'KEYWORD':
    case 'UNKEYWORD': {
      const name = text();
      return ({ message }) => message.has(name) === (word === 'KEYWORD');
    }
    case 'HEADER':
      return inField(text().toLowerCase(), text(), decode);
    case 'BODY':
    case 'TEXT': {
      const wanted = plain(text());
      return ({ message }) => {
        const { text: whole, structure } = message;
        const searched = word === 'TEXT' ? whole : whole.slice(structure.body.start);
        return plain(searched).includes(wanted);
      };
    }
    case 'LARGER':
    case 'SMALLER': {
      const size = Number(text());
      return ({ message }) => (word === 'LARGER' ? message.raw.length > size : message.raw.length < size);
    }
    case 'BEFORE':
    case 'ON':
    case 'SINCE':
      return byDay(word, time(), (message) => message.date);
    case 'SENTBEFORE':
    case 'SENTON':
    case 'SENTSINCE':
      return byDay(word.slice(4), time(), (message) => Date.parse(fieldValue(message.structure.fields, 'date') ?? ''));
    case 'UID': {
      const set = parseNumberSet(text());
      if (set === null) throw new SyntaxFault('UID takes numbers');
      return ({ message, largestUid }) => holds(set, message.uid, largestUid);
    }
    default: {
      const set = parseNumberSet(word);
      if (set === null) throw new SyntaxFault(`SEARCH has no ${word.slice(0, 80)}`);
      return ({ number, largestNumber }) => holds(set, number, largestNumber);
    }
  }
}

function byDay(word: string, start: number, timeOf: (message: Message) => number): Matches {
  return ({ message }) => {
    const time = timeOf(message);
    if (word === 'BEFORE') return time < start;
    if (word === 'SINCE') return time >= start;
    return time >= start && time < start + day;
  };
}

function inField(name: string, wanted: string, decode: (encoded: string) => string): Matches {
  const sought = plain(wanted);
  return ({ message }) =>
    message.structure.fields.some(
      (field) =>
        field.name === name &&
        (plain(field.value).includes(sought) || decode(field.value).toLowerCase().includes(sought)),
    );
}

/** Decodes latin1 bytes as UTF-8, in lower case. */
function plain(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8').toLowerCase();
}

function isWord(value: Value | undefined, word: string): boolean {
  return value?.kind === 'atom' && value.text.toUpperCase() === word;
}

function textOf(value: Value | undefined, word: string): string {
  if (value === undefined || value.kind === 'list') throw new SyntaxFault(`${word} of what?`);
  return value.text;
}
