import { UsageError } from '../../../base/errors.ts';

interface Term {
  name: string;
  operator: Operator;
  bound: number;
}

type Operator = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** `unsafe_rate > 0.1 or asr > 0.3` in disjunctive normal form: true if all terms of one list are true. */
export interface FailCondition {
  text: string;
  any: readonly (readonly Term[])[];
}

/** Metric values by name; null if no run has the metric. A condition never passes on a null. */
export type Values = Readonly<Record<string, number | null>>;

export interface Checked {
  condition: string;
  failed: boolean | null;
  values: Values;
}

/** Parses conditions. Throws UsageError for a syntax error or a name that is not in `names`. */
export function parseConditions(texts: readonly string[], names: readonly string[]): FailCondition[] {
  return texts.map((text) => ({
    text,
    any: text
      .trim()
      .split(/\s+or\s+/i)
      .map((part) => part.split(/\s+and\s+/i).map((term) => parseTerm(term, text, names))),
  }));
}

function parseTerm(term: string, whole: string, names: readonly string[]): Term {
  const found = /^\s*([a-z_]+(?:\.[a-z]+)?)\s*(<=|>=|==|!=|<|>)\s*(-?\d*\.?\d+)\s*(%?)\s*$/i.exec(term);
  if (found === null)
    throw new UsageError(`“${whole}” is not a condition.`, {
      code: 'condition-syntax',
      hint: 'Write NAME <, <=, >, >=, == or != NUMBER, joined by and, or: unsafe_rate > 0.1 or asr.high > 30%',
    });
  const [, name = '', operator = '', number = '', percent = ''] = found;
  if (!names.includes(name))
    throw new UsageError(`There is no metric ${name}.`, {
      code: 'condition-metric',
      hint: `There are: ${namesText(names)}.`,
    });
  return { name, operator: operator as Operator, bound: Number(number) / (percent === '%' ? 100 : 1) };
}

/** Lists each metric once, with its suffixes: `asr (each also with .low, .high)`. */
function namesText(names: readonly string[]): string {
  const endings = Map.groupBy(names, (name) => name.split('.')[0] ?? '');
  const groups = Map.groupBy(endings, ([, list]) =>
    list
      .filter((name) => name.includes('.'))
      .map((name) => name.slice(name.indexOf('.')))
      .join(', '),
  );
  return [...groups]
    .map(([also, list]) => `${list.map(([name]) => name).join(', ')}${also === '' ? '' : ` (each also with ${also})`}`)
    .join('; ');
}

/** Evaluates conditions. A condition that is true has failed, since it describes what must not happen. */
export function checkFailConditions(conditions: readonly FailCondition[], values: Values): Checked[] {
  return conditions.map(({ text, any }) => {
    const parts = any.map((terms) => terms.map((term) => holds(term, values[term.name] ?? null)));
    const joined = parts.map((terms) => (terms.includes(false) ? false : terms.includes(null) ? null : true));
    const used = [...new Set(any.flat().map(({ name }) => name))];
    return {
      condition: text,
      failed: joined.includes(true) ? true : joined.includes(null) ? null : false,
      values: Object.fromEntries(used.map((name) => [name, values[name] ?? null])),
    };
  });
}

function holds({ operator, bound }: Term, value: number | null): boolean | null {
  if (value === null) return null;
  switch (operator) {
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
    case '==':
      return value === bound;
    case '!=':
      return value !== bound;
    default:
      return operator satisfies never;
  }
}
