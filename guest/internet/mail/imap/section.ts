import type { MimePart } from './mime-part.ts';
import { parseValues, SyntaxFault } from './syntax.ts';

/** The section in `BODY[…]<…>`. */
export interface Section {
  /** Outermost first. */
  path: number[];
  part: 'all' | 'header' | 'text' | 'mime' | 'fields' | 'fields-not';
  /** Field names in lower case. */
  fields: string[];
  partial: { offset: number; count: number } | null;
}

/** Throws `SyntaxFault`. */
export function parseSection(text: string): Section {
  const match = /^\[((?:\d+(?:\.\d+)*)?)\.?([A-Za-z.]*)\s*(\(.*\))?\](?:<(\d{1,15})\.(\d{1,15})>)?$/s.exec(text);
  if (match === null) throw new SyntaxFault(`BODY${text.slice(0, 80)} is no section`);
  const [, path = '', name = '', list, offset, count] = match;
  const part = partNames[name.toUpperCase()];
  if (part === undefined || (part === 'mime' && path === '') || (list !== undefined) !== part.startsWith('fields'))
    throw new SyntaxFault(`BODY${text.slice(0, 80)} is no section`);
  return {
    path: path === '' ? [] : path.split('.').map(Number),
    part,
    fields: list === undefined ? [] : namesIn(list),
    partial: offset === undefined ? null : { offset: Number(offset), count: Number(count) },
  };
}

const partNames: Record<string, Section['part']> = {
  '': 'all',
  HEADER: 'header',
  TEXT: 'text',
  MIME: 'mime',
  'HEADER.FIELDS': 'fields',
  'HEADER.FIELDS.NOT': 'fields-not',
};

function namesIn(list: string): string[] {
  const value = parseValues(list)[0];
  return (value?.kind === 'list' ? value.items : []).map((item) =>
    item.kind === 'list' ? '' : item.text.toLowerCase(),
  );
}

/** The section's text, ignoring `section.partial`; null if the part doesn't exist. */
export function sectionText(text: string, message: MimePart, section: Section): string | null {
  const part = partAt(message, section.path);
  if (part === null) return null;
  // HEADER and TEXT of a part refer to the message attached in it.
  const target = section.path.length === 0 ? part : part.type === 'message' ? part.parts[0] : undefined;
  const slice = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
  switch (section.part) {
    case 'all':
      return section.path.length === 0 ? text : slice(part.body);
    case 'mime':
      return slice(part.header);
    case 'header':
      return target === undefined ? null : slice(target.header);
    case 'text':
      return target === undefined ? null : slice(target.body);
    case 'fields':
    case 'fields-not': {
      if (target === undefined) return null;
      const isWanted = section.part === 'fields';
      const kept = target.fields.filter((field) => section.fields.includes(field.name) === isWanted);
      return `${kept.map((field) => field.raw.replace(/\r?\n$|$/, '\r\n')).join('')}\r\n`;
    }
  }
}

/** A message that isn't a multipart is its own part 1. */
function partAt(message: MimePart, path: readonly number[]): MimePart | null {
  let part = message;
  for (const [depth, number] of path.entries()) {
    const container = depth > 0 && part.type === 'message' && part.parts[0] !== undefined ? part.parts[0] : part;
    const next =
      container.parts.length > 0 && container.type === 'multipart'
        ? container.parts[number - 1]
        : number === 1
          ? container
          : undefined;
    if (next === undefined) return null;
    part = next;
  }
  return part;
}
