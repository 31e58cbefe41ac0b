import type { Message } from '../mailboxes/message.ts';
import { parseSection, type Section, sectionText } from './section.ts';
import { writeEnvelope, writeStructure } from './structure.ts';
import { SyntaxFault, type Value } from './syntax.ts';

export type FetchItem =
  | { kind: 'flags' | 'uid' | 'size' | 'date' | 'envelope' | 'structure' | 'short-structure' }
  | { kind: 'body'; label: string; section: Section; marksSeen: boolean };

const macros: Record<string, string[]> = {
  ALL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE'],
  FAST: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE'],
  FULL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODY'],
};
const simple: Record<string, Exclude<FetchItem['kind'], 'body'>> = {
  FLAGS: 'flags',
  UID: 'uid',
  'RFC822.SIZE': 'size',
  INTERNALDATE: 'date',
  ENVELOPE: 'envelope',
  BODYSTRUCTURE: 'structure',
  BODY: 'short-structure',
};
const whole: Section = { path: [], part: 'all', fields: [], partial: null };
const old: Record<string, Section> = {
  RFC822: whole,
  'RFC822.HEADER': { ...whole, part: 'header' },
  'RFC822.TEXT': { ...whole, part: 'text' },
};

/** Throws `SyntaxFault`. */
export function parseFetchItems(value: Value | undefined): FetchItem[] {
  if (value === undefined) throw new SyntaxFault('FETCH of what?');
  const words = value.kind === 'list' ? value.items : [value];
  return words.flatMap((word) => {
    if (word.kind !== 'atom') throw new SyntaxFault('FETCH takes names');
    return (macros[word.text.toUpperCase()] ?? [word.text]).map(parseItem);
  });
}

function parseItem(word: string): FetchItem {
  const name = word.toUpperCase();
  const kind = simple[name];
  if (kind !== undefined) return { kind };
  const known = old[name];
  if (known !== undefined) return { kind: 'body', label: name, section: known, marksSeen: known.part !== 'header' };
  const match = /^BODY(\.PEEK)?(\[.*)$/is.exec(word);
  if (match === null) throw new SyntaxFault(`FETCH has no ${word.slice(0, 80)}`);
  const [, peek, rest = ''] = match;
  // The reply repeats the offset of a partial, but not its length.
  const label = `BODY${rest.replace(/<(\d+)\.\d+>$/, '<$1>')}`;
  return { kind: 'body', label, section: parseSection(rest), marksSeen: peek === undefined };
}

/** In latin1, without number and line end. */
export function writeFetched(message: Message, items: readonly FetchItem[]): string {
  return `(${items.map((item) => writeItem(message, item)).join(' ')})`;
}

function writeItem(message: Message, item: FetchItem): string {
  switch (item.kind) {
    case 'flags':
      return `FLAGS (${[...message.flags].join(' ')})`;
    case 'uid':
      return `UID ${message.uid}`;
    case 'size':
      return `RFC822.SIZE ${message.raw.length}`;
    case 'date':
      return `INTERNALDATE "${writeDate(message.date)}"`;
    case 'envelope':
      return `ENVELOPE ${writeEnvelope(message.structure.fields)}`;
    case 'structure':
      return `BODYSTRUCTURE ${writeStructure(message.text, message.structure, true)}`;
    case 'short-structure':
      return `BODY ${writeStructure(message.text, message.structure, false)}`;
    case 'body': {
      const text = sectionText(message.text, message.structure, item.section);
      const { partial } = item.section;
      if (text === null) return `${item.label} NIL`;
      const sent = partial === null ? text : text.slice(partial.offset, partial.offset + partial.count);
      return `${item.label} ${sent === '' ? '""' : `{${sent.length}}\r\n${sent}`}`;
    }
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `17-Jul-2026 02:44:25 +0000` */
export function writeDate(time: number): string {
  const date = new Date(time);
  const two = (number: number): string => `${number}`.padStart(2, '0');
  const day = `${date.getUTCDate()}`.padStart(2, ' ');
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
  return `${day}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()} ${clock} +0000`;
}

/** Unix milliseconds; null if the date is invalid. */
export function readDate(text: string): number | null {
  const match = /^ ?(\d{1,2})-([A-Za-z]{3})-(\d{4})(?: (\d\d:\d\d:\d\d) ([+-]\d{4}))?$/.exec(text.trim());
  const month = months.findIndex((name) => name.toLowerCase() === match?.[2]?.toLowerCase());
  if (match === null || month < 0) return null;
  const [, day = '', , year = '', clock = '00:00:00', zone = '+0000'] = match;
  const time = Date.parse(
    `${year}-${`${month + 1}`.padStart(2, '0')}-${day.padStart(2, '0')}T${clock}${zone.slice(0, 3)}:${zone.slice(3)}`,
  );
  return Number.isNaN(time) ? null : time;
}
