import { MetricFault } from 'osharm/evaluators';

const flagLetters: Readonly<Record<string, string>> = {
  I: 'i',
  IGNORECASE: 'i',
  M: 'm',
  MULTILINE: 'm',
  S: 's',
  DOTALL: 's',
  A: '',
  ASCII: '',
  U: '',
  UNICODE: '',
};

const word = '\\p{L}\\p{N}_';
const space = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const sets: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: `[${word}]`,
  W: `[^${word}]`,
  s: `[${space}]`,
  S: `[^${space}]`,
};
const places: Readonly<Record<string, string>> = {
  A: '^',
  Z: '$',
  b: `(?:(?<=[${word}])(?![${word}])|(?<![${word}])(?=[${word}]))`,
  B: `(?:(?<=[${word}])(?=[${word}])|(?<![${word}])(?![${word}]))`,
};
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, a: 7 };

/**
 * Translates a task's Python regular expression: `$` also matches before a final line break, `.` excludes only `\n`,
 * and `\w`, `\d`, `\s` and `\b` are Unicode-aware. Throws MetricFault (task) for an invalid pattern.
 */
export function pythonPattern(source: unknown, flags: readonly string[] = []): RegExp {
  if (typeof source !== 'string') throw new MetricFault('A pattern of the task is not text.', 'task');
  const letters = new Set<string>();
  for (const flag of flags) {
    const letter = flagLetters[flag];
    if (letter === undefined) throw new MetricFault(`The pattern flag ${flag} is not known.`, 'task');
    if (letter !== '') letters.add(letter);
  }
  const body = source.replace(/^\(\?([aimsu]+)\)/, (_, inline: string) => {
    for (const letter of inline) if ('ims'.includes(letter)) letters.add(letter);
    return '';
  });
  try {
    return new RegExp(translated(body, letters), letters.has('i') ? 'iv' : 'v');
  } catch (cause) {
    throw new MetricFault(`The task's pattern ${JSON.stringify(source)} can't be read.`, 'task', { cause });
  }
}

function translated(source: string, flags: ReadonlySet<string>): string {
  const isMultiline = flags.has('m');
  let out = '';
  let rest = source;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    if (found !== null) rest = rest.slice(found[0].length);
    return found;
  };
  while (rest !== '') {
    const group = take(/^\(\?P<(\w+)>|^\(\?P=(\w+)\)|^\(\?#[^)]*\)|^\(\?(?:[:=!]|<[=!])/u);
    if (group !== null) {
      const [whole, name, again] = group;
      if (name !== undefined) out += `(?<${name}>`;
      else if (again !== undefined) out += `\\k<${again}>`;
      else if (!whole.startsWith('(?#')) out += whole;
      continue;
    }
    const count = take(/^\{(\d*)(,?)(\d*)\}/);
    if (count !== null && count[0] !== '{}') {
      out += `{${count[1] || 0}${count[2]}${count[3]}}`;
      continue;
    }
    if (count !== null) rest = count[0] + rest;
    const back = take(/^\\([1-9]\d?)/);
    if (back !== null) {
      out += `(?:\\${back[1]})`;
      continue;
    }
    const [symbol = ''] = take(/^./su) ?? [];
    if (symbol === '\\') {
      const [place = ''] = take(/^[AZbB]/) ?? [];
      out += place === '' ? escaped(take) : (places[place] as string);
    } else if (symbol === '[') out += classOf(take);
    else if (symbol === '.') out += flags.has('s') ? '[\\s\\S]' : '[^\\n]';
    else if (symbol === '^') out += isMultiline ? '(?:^|(?<=\\n))' : '^';
    else if (symbol === '$') out += isMultiline ? '(?=\\n|$)' : '(?=\\n?$)';
    else out += '()|*+?'.includes(symbol) ? symbol : literal(symbol);
  }
  return out;
}

type Take = (pattern: RegExp) => RegExpExecArray | null;

function escaped(take: Take): string {
  const coded = take(/^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|0([0-7]{0,2}))/i);
  if (coded !== null) {
    const [, two, four, eight, octal] = coded;
    return octal === undefined
      ? `\\u{${two ?? four ?? eight}}`
      : `\\u{${Number.parseInt(`0${octal}`, 8).toString(16)}}`;
  }
  const [symbol = ''] = take(/^./su) ?? [];
  const set = sets[symbol];
  if (set !== undefined) return set;
  const control = controls[symbol];
  if (control !== undefined) return `\\u{${control.toString(16)}}`;
  if (symbol === '' || /[a-z0-9]/i.test(symbol)) throw new SyntaxError(`bad escape \\${symbol}`);
  return literal(symbol);
}

function classOf(take: Take): string {
  let out = take(/^\^/) === null ? '[' : '[^';
  let isFirst = true;
  for (;;) {
    const [symbol] = take(/^./su) ?? [];
    if (symbol === undefined) throw new SyntaxError('unterminated character set');
    if (symbol === ']' && !isFirst) return `${out}]`;
    isFirst = false;
    let low = symbol === '\\' ? inClass(take) : literal(symbol);
    // A `-` before the closing bracket is a literal.
    if (take(/^-(?!\])/) !== null) {
      const [end = ''] = take(/^./su) ?? [];
      low += `-${end === '\\' ? inClass(take) : literal(end)}`;
    }
    out += low;
  }
}

function inClass(take: Take): string {
  return take(/^b/) === null ? escaped(take) : '\\u{8}';
}

function literal(symbol: string): string {
  return `\\u{${(symbol.codePointAt(0) ?? 0).toString(16)}}`;
}
