import { writeAddresses, writePairs } from './addresses.ts';
import { fieldValue, type HeaderField, parseParameterised } from './header.ts';
import type { MimePart } from './mime-part.ts';
import { writeNullable, writeString } from './write-values.ts';

/** RFC 3501 §7.4.2 */
export function writeEnvelope(fields: readonly HeaderField[]): string {
  const field = (name: string): string | null => fieldValue(fields, name);
  const from = field('from');
  const parts = [
    writeNullable(field('date')),
    writeNullable(field('subject')),
    writeAddresses(from),
    writeAddresses(field('sender') ?? from),
    writeAddresses(field('reply-to') ?? from),
    writeAddresses(field('to')),
    writeAddresses(field('cc')),
    writeAddresses(field('bcc')),
    writeNullable(field('in-reply-to')),
    writeNullable(field('message-id')),
  ];
  return `(${parts.join(' ')})`;
}

/** BODYSTRUCTURE, or BODY if `isFull` is false. */
export function writeStructure(text: string, part: MimePart, isFull: boolean): string {
  const field = (name: string): string | null => fieldValue(part.fields, name);
  const upper = (word: string): string => writeString(word.toUpperCase());
  const parameters = writePairs(part.parameters);
  const extension = `${writeDisposition(field('content-disposition'))} ${writeLanguage(field('content-language'))} ${writeNullable(field('content-location'))}`;
  if (part.type === 'multipart' && part.parts.length > 0) {
    const parts = part.parts.map((mimePart) => writeStructure(text, mimePart, isFull)).join('');
    return `(${parts} ${upper(part.subtype)}${isFull ? ` ${parameters} ${extension}` : ''})`;
  }
  // IMAP can't represent a multipart without parts.
  const [type, subtype] = part.type === 'multipart' ? ['text', 'plain'] : [part.type, part.subtype];
  const basicParts = [
    upper(type),
    upper(subtype),
    parameters,
    writeNullable(field('content-id')),
    writeNullable(field('content-description')),
    upper(field('content-transfer-encoding') || '7bit'),
    `${part.body.end - part.body.start}`,
  ];
  const inner = type === 'message' && subtype === 'rfc822' ? part.parts[0] : undefined;
  if (inner !== undefined) basicParts.push(writeEnvelope(inner.fields), writeStructure(text, inner, isFull));
  if (inner !== undefined || type === 'text') basicParts.push(`${linesIn(text, part.body.start, part.body.end)}`);
  return `(${basicParts.join(' ')}${isFull ? ` ${writeNullable(field('content-md5'))} ${extension}` : ''})`;
}

function writeDisposition(value: string | null): string {
  if (value === null || value === '') return 'NIL';
  const { main, parameters } = parseParameterised(value);
  return `(${writeString(main)} ${writePairs(parameters)})`;
}

function writeLanguage(value: string | null): string {
  const tags = (value ?? '').split(',').map((tag) => tag.trim());
  return value === null || value === '' ? 'NIL' : `(${tags.map(writeString).join(' ')})`;
}

function linesIn(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
