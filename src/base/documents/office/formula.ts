import { MetricFault } from '../metric-fault.ts';

export type FormulaValue = number | string | boolean | null;
type Value = FormulaValue | FormulaValue[];
type Resolve = (reference: string) => Value;

const token =
  /\s*(?:("(?:[^"]|"")*")|((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)(?![A-Z(])|([A-Za-z_.]+)|(<=|>=|<>|[-+*/^&=<>(),%]))/y;

/**
 * Evaluates a conditional-formatting formula. Supports operators, references and common functions, and throws
 * MetricFault (task) for anything else.
 */
export function evaluateFormula(source: string, resolve: Resolve): Value {
  const tokens = tokensOf(source);
  let at = 0;
  const peek = (): string | undefined => tokens[at];
  const take = (): string => tokens[at++] ?? '';
  const expect = (wanted: string): void => {
    if (take() !== wanted) throw unknown(source);
  };

  const binary = (level: number): Value => {
    const operators = [['=', '<>', '<', '>', '<=', '>='], ['&'], ['+', '-'], ['*', '/'], ['^']][level];
    if (operators === undefined) return unary();
    let left = binary(level + 1);
    while (operators.includes(peek() ?? '')) {
      const operator = take();
      left = apply(operator, single(left), single(binary(level + 1)));
    }
    return left;
  };
  const unary = (): Value => {
    if (peek() === '-' || peek() === '+') return take() === '-' ? -number(single(unary())) : unary();
    const value = primary();
    if (peek() !== '%') return value;
    take();
    return number(single(value)) / 100;
  };
  const primary = (): Value => {
    const first = take();
    if (first === '(') {
      const value = binary(0);
      expect(')');
      return value;
    }
    if (first.startsWith('"')) return first.slice(1, -1).replaceAll('""', '"');
    if (/^[\d.]/.test(first)) return Number(first);
    if (peek() === '(') {
      take();
      const values: Value[] = [];
      while (peek() !== ')' && peek() !== undefined) {
        values.push(binary(0));
        if (peek() === ',') take();
      }
      expect(')');
      const called = functions[first.toUpperCase()];
      if (called === undefined) throw unknown(source);
      return called(values);
    }
    if (/^(?:TRUE|FALSE)$/i.test(first)) return first.toUpperCase() === 'TRUE';
    if (/^\$?[A-Z]{1,3}\$?\d/.test(first)) return resolve(first);
    throw unknown(source);
  };

  const value = binary(0);
  if (at < tokens.length) throw unknown(source);
  return value;
}

/** Whether a value satisfies a formatting rule. Empty values, 0 and FALSE don't. */
export function isFormulaTrue(value: Value): boolean {
  const formulaValue = single(value);
  return formulaValue !== null && formulaValue !== '' && formulaValue !== 0 && formulaValue !== false;
}

function tokensOf(source: string): string[] {
  const found: string[] = [];
  token.lastIndex = 0;
  const text = source.trimEnd();
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (match === null) throw unknown(source);
    found.push(match[0].trim());
  }
  return found;
}

function single(value: Value): FormulaValue {
  return Array.isArray(value) ? (value[0] ?? null) : value;
}

function number(value: FormulaValue): number {
  return value === null ? 0 : Number(value);
}

function apply(operator: string, left: FormulaValue, right: FormulaValue): FormulaValue {
  switch (operator) {
    case '&':
      return `${left ?? ''}${right ?? ''}`;
    case '+':
      return number(left) + number(right);
    case '-':
      return number(left) - number(right);
    case '*':
      return number(left) * number(right);
    case '/':
      return number(left) / number(right);
    case '^':
      return number(left) ** number(right);
    default: {
      const order = compare(left, right);
      return (
        { '=': order === 0, '<>': order !== 0, '<': order < 0, '>': order > 0, '<=': order <= 0 }[operator] ??
        order >= 0
      );
    }
  }
}

/** Excel's sort order: numbers, then text (case-insensitive), then booleans. */
function compare(left: FormulaValue, right: FormulaValue): number {
  const rank = (value: FormulaValue): number => (typeof value === 'boolean' ? 2 : typeof value === 'string' ? 1 : 0);
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  const [leftNumber, other] = [left, right].map((value) =>
    typeof value === 'string' ? value.toLowerCase() : number(value),
  ) as [string | number, string | number];
  return leftNumber < other ? -1 : leftNumber > other ? 1 : 0;
}

const flat = (values: readonly Value[]): FormulaValue[] => values.flat();
const numbers = (values: readonly Value[]): number[] =>
  flat(values).filter((formulaValue): formulaValue is number => typeof formulaValue === 'number');
const text = (value: Value | undefined): string => String(single(value ?? null) ?? '');
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const functions: Readonly<Record<string, (values: readonly Value[]) => Value>> = {
  AND: (values) => flat(values).every(isFormulaTrue),
  OR: (values) => flat(values).some(isFormulaTrue),
  NOT: ([value = null]) => !isFormulaTrue(value),
  IF: ([condition = null, yes = true, no = false]) => (isFormulaTrue(condition) ? yes : no),
  ISBLANK: ([value = null]) => single(value) === null,
  ISNUMBER: ([value = null]) => typeof single(value) === 'number' && !Number.isNaN(single(value)),
  ISTEXT: ([value = null]) => typeof single(value) === 'string',
  ISERROR: ([value = null]) => Number.isNaN(single(value)) || /^#/.test(text(value)),
  LEN: ([value]) => text(value).length,
  LEFT: ([value, count = 1]) => text(value).slice(0, number(single(count))),
  RIGHT: ([value, count = 1]) => {
    const length = number(single(count));
    return length === 0 ? '' : text(value).slice(-length);
  },
  UPPER: ([value]) => text(value).toUpperCase(),
  LOWER: ([value]) => text(value).toLowerCase(),
  TRIM: ([value]) => text(value).trim().replace(/ +/g, ' '),
  SEARCH: ([part, whole]) => place(text(whole).toLowerCase().indexOf(text(part).toLowerCase())),
  FIND: ([part, whole]) => place(text(whole).indexOf(text(part))),
  ABS: ([value = null]) => Math.abs(number(single(value))),
  MOD: ([dividend = null, other = null]) => {
    const [value, divisor] = [number(single(dividend)), number(single(other))];
    return value - divisor * Math.floor(value / divisor);
  },
  ROUND: ([value = null, digits = 0]) => {
    const factor = 10 ** number(single(digits));
    return (Math.sign(number(single(value))) * Math.round(Math.abs(number(single(value))) * factor)) / factor;
  },
  MAX: (values) => Math.max(...numbers(values)),
  MIN: (values) => Math.min(...numbers(values)),
  SUM: (values) => sum(numbers(values)),
  COUNT: (values) => numbers(values).length,
  AVERAGE: (values) => sum(numbers(values)) / numbers(values).length,
};

/** Excel counts from 1. For a missing value, it returns an error, represented here by NaN. */
function place(index: number): number {
  return index === -1 ? Number.NaN : index + 1;
}

function unknown(source: string): MetricFault {
  return new MetricFault(`The formula ${JSON.stringify(source)} of a conditional format is not understood.`, 'task');
}
