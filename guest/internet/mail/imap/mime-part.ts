import { bodyStart, fieldValue, type HeaderField, headerFields, parseParameterised } from './header.ts';

/** A part of a message, as offsets into its text. */
export interface MimePart {
  type: string;
  subtype: string;
  parameters: [name: string, value: string][];
  fields: HeaderField[];
  header: { start: number; end: number };
  body: { start: number; end: number };
  /** Parts of a multipart, or the single attached message. */
  parts: MimePart[];
}

const deepest = 50;
const mostParts = 10_000;

/** Text is latin1: one character per byte. Invalid MIME becomes one text part. */
export function parseMime(text: string): MimePart {
  return parsePart(text, 0, text.length, 'text/plain', 0, { left: mostParts });
}

function parsePart(
  text: string,
  start: number,
  end: number,
  usual: string,
  depth: number,
  budget: { left: number },
): MimePart {
  budget.left--;
  const bodyAt = bodyStart(text, start, end);
  const fields = headerFields(text.slice(start, bodyAt));
  const { main, parameters } = parseParameterised(fieldValue(fields, 'content-type') ?? usual);
  const [, type = 'text', subtype = 'plain'] = /^([\w!#$&^.+-]+)\/([\w!#$&^.+-]+)$/.exec(main.toLowerCase()) ?? [];
  const part: MimePart = {
    type,
    subtype,
    parameters,
    fields,
    header: { start, end: bodyAt },
    body: { start: bodyAt, end },
    parts: [],
  };
  if (depth >= deepest || budget.left <= 0) return part;
  if (type === 'message' && subtype === 'rfc822')
    part.parts = [parsePart(text, bodyAt, end, 'text/plain', depth + 1, budget)];
  const boundary = parameters.find(([name]) => name.toLowerCase() === 'boundary')?.[1];
  if (type === 'multipart' && boundary !== undefined && boundary !== '') {
    const inner = subtype === 'digest' ? 'message/rfc822' : 'text/plain';
    for (const [from, to] of between(text, bodyAt, end, boundary)) {
      if (budget.left <= 0) break;
      part.parts.push(parsePart(text, from, to, inner, depth + 1, budget));
    }
  }
  return part;
}

/** Ranges between boundary lines, without the line end before each boundary. */
function between(text: string, start: number, end: number, boundary: string): [number, number][] {
  const mark = `--${boundary}`;
  const places: [number, number][] = [];
  let from: number | null = null;
  for (let at = text.indexOf(mark, start); at >= 0 && at < end; at = text.indexOf(mark, at + 1)) {
    if (at !== start && text[at - 1] !== '\n') continue;
    const isLast = text.startsWith('--', at + mark.length);
    const lineEnd = text.indexOf('\n', at);
    const line = text.slice(at + mark.length + (isLast ? 2 : 0), lineEnd < 0 ? end : lineEnd);
    if (line.trim() !== '') continue;
    if (from !== null) places.push([from, Math.max(from, text[at - 2] === '\r' ? at - 2 : at - 1)]);
    from = null;
    if (isLast || lineEnd < 0 || lineEnd >= end) return places;
    from = lineEnd + 1;
  }
  if (from !== null) places.push([from, end]);
  return places;
}
