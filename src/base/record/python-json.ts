/** A Python `float`, printed with a decimal point even if it is whole (`1.0`). */
export class PythonFloat {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export type PythonJsonValue =
  | null
  | boolean
  | number
  | string
  | PythonFloat
  | readonly PythonJsonValue[]
  | { readonly [key: string]: PythonJsonValue | undefined };

/** Like Python's `json.dumps`, byte for byte. Skips keys whose value is undefined. */
export function pythonJson(value: PythonJsonValue, options: { indent?: number } = {}): string {
  return write(value, options.indent ?? null, 0);
}

function write(value: PythonJsonValue, indent: number | null, depth: number): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return Number.isInteger(value) ? integer(value) : pythonFloat(value);
  if (value instanceof PythonFloat) return pythonFloat(value.value);
  if (Array.isArray(value)) {
    return wrap(
      '[',
      ']',
      value.map((item) => write(item as PythonJsonValue, indent, depth + 1)),
      indent,
      depth,
    );
  }
  const members: string[] = [];
  for (const [key, member] of Object.entries(value as Record<string, PythonJsonValue | undefined>)) {
    if (member !== undefined) members.push(`${quote(key)}: ${write(member, indent, depth + 1)}`);
  }
  return wrap('{', '}', members, indent, depth);
}

function wrap(open: string, close: string, items: string[], indent: number | null, depth: number): string {
  if (items.length === 0) return open + close;
  if (indent === null) return `${open}${items.join(', ')}${close}`;
  const inner = ' '.repeat(indent * (depth + 1));
  return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${' '.repeat(indent * depth)}${close}`;
}

const needsEscape = /[^ !#-[\]-~]/;
const escapes = /[^ !#-[\]-~]/g;
const short: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

function quote(text: string): string {
  if (!needsEscape.test(text)) return `"${text}"`;
  return `"${text.replace(escapes, (unit) => short[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}

function integer(value: number): string {
  if (Object.is(value, -0)) return '0';
  return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
}

/** Like `repr`: the shortest digits that round-trip, with an exponent below 1e-4 and from 1e16. */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa, exponentText] = value.toExponential().split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const padded = digits.padEnd(exponent + 1, '0');
  return `${sign}${padded.slice(0, exponent + 1)}.${padded.slice(exponent + 1) || '0'}`;
}
