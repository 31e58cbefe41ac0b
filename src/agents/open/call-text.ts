import { type Direction, invalidAction, plainNumber } from '../native/call-fields.ts';

/** A call as models write it: `click(point='<point>10 20</point>')`. */
export interface CallText {
  name: string;
  args: Readonly<Record<string, string>>;
  start: number;
  end: number;
}

const start = /(?:^|[\s`>:])([a-z_]+)\(/gi;

/**
 * The calls of known functions in a text, in order. A quoted value ends only if its quote is followed by the closing
 * bracket or by a comma and the next name, because models forget to escape quotes.
 */
export function callsIn(text: string, names: ReadonlySet<string>, from = 0): CallText[] {
  const calls: CallText[] = [];
  start.lastIndex = from;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const name = found[1] ?? '';
    if (!names.has(name)) continue;
    const { args, end } = argumentsFrom(text, start.lastIndex);
    calls.push({ name, args, start: found.index, end });
    start.lastIndex = end;
  }
  return calls;
}

function argumentsFrom(text: string, from: number): { args: Record<string, string>; end: number } {
  const args: Record<string, string> = {};
  let at = from;
  for (;;) {
    const key = /^\s*,?\s*([a-z_]\w*)\s*=\s*/i.exec(text.slice(at, at + 200));
    if (key === null) break;
    at += key[0].length;
    const value = valueFrom(text, at);
    args[key[1] as string] = value.text;
    at = value.end;
  }
  const close = text.indexOf(')', at);
  return { args, end: close === -1 ? text.length : close + 1 };
}

function valueFrom(text: string, at: number): { text: string; end: number } {
  const quote = text[at];
  if (quote !== "'" && quote !== '"') {
    const bare = /^(?:\[[^\]]*\]|\([^)]*\)|[^,)\n]*)/.exec(text.slice(at))?.[0] ?? '';
    return { text: bare.trim(), end: at + bare.length };
  }
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (
      text[end] === quote &&
      /^\s*(?:,\s*[a-z_]\w*\s*=|\)\s*(?:$|[`<\n]|\s))/i.test(text.slice(end + 1, end + 80))
    )
      return { text: unescaped(text.slice(at + 1, end)), end: end + 1 };
  }
  return { text: unescaped(text.slice(at + 1).replace(/['"]?\)?\s*$/, '')), end: text.length };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', "'": "'", '"': '"', '\\': '\\' };

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (whole, sign: string) => escapes[sign] ?? whole);
}

/**
 * Parses a point, or the middle of a box, from two or four numbers with any brackets, tags or separators. Throws
 * OsharmError `action-invalid` for anything else.
 */
export function pointIn(text: string | undefined, call: string, field: string): readonly [number, number] {
  const numbers = (text ?? '')
    .replace(/<\|?\/?[a-z_]+\|?>|\b[xy][12]?\s*[=:]/gi, ' ')
    .split(/[\s,;()[\]{}<>'"]+/)
    .filter((part) => part !== '')
    .map(plainNumber);
  const [a, b, c, d] = numbers;
  if (numbers.length === 2 && a != null && b != null) return [a, b];
  if (numbers.length === 4 && a != null && b != null && c != null && d != null) return [(a + c) / 2, (b + d) / 2];
  throw invalidAction(
    `${call}: ${field} must be a point of two numbers; it is ${text === undefined ? 'missing' : JSON.stringify(text.slice(0, 60))}.`,
  );
}

export function directionIn(text: string | undefined, call: string): Direction {
  const found = /\b(up|down|left|right)\b/i.exec(text ?? '')?.[1]?.toLowerCase() as Direction | undefined;
  if (found !== undefined) return found;
  throw invalidAction(
    `${call}: direction must be up, down, left or right; it is ${text === undefined ? 'missing' : JSON.stringify(text.slice(0, 60))}.`,
  );
}
