/** A call as models write it: `click(point='<point>10 20</point>')`. */
export interface CallText {
  name: string;
  /** Values as text, quotes and escapes taken off. */
  args: Readonly<Record<string, string>>;
}

const start = /(?:^|[\s`>:])([a-z_]+)\(/gi;

/**
 * The calls of known names in a text, in order. A quoted value ends where a comma with the next name, or the closing bracket, follows its
 * quote: models forget to escape quotes inside.
 */
export function callsIn(text: string, names: ReadonlySet<string>): CallText[] {
  const calls: CallText[] = [];
  start.lastIndex = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const name = found[1] ?? '';
    if (!names.has(name)) continue;
    const { args, end } = argumentsFrom(text, start.lastIndex);
    calls.push({ name, args });
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

/** The numbers in a text: of a point two, of a box four. */
function numbersIn(text: string | undefined): number[] {
  return (text?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
}

/** The point of a text, or the middle of its box. Throws where there is none. */
export function pointIn(text: string | undefined, what: string): readonly [number, number] {
  const [a, b, c, d] = numbersIn(text);
  if (a === undefined || b === undefined) throw new Error(`${what} needs a point.`);
  return c === undefined || d === undefined ? [a, b] : [(a + c) / 2, (b + d) / 2];
}
