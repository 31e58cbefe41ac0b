import { UsageError } from '../../../base/errors.ts';

/** One comparison of an expression: `asr.high > 0.2`. */
interface Term {
  name: string;
  operator: Operator;
  bound: number;
}

type Operator = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** An expression like `unsafe_rate > 0.1 or asr > 0.3`: any of the lists, all of whose terms hold. `and` binds closer. */
export interface FailCondition {
  text: string;
  any: readonly (readonly Term[])[];
}

/** What names stand for; null where there is nothing to say (no such run), which is never taken for a pass. */
export type Values = Readonly<Record<string, number | null>>;

/** What a condition came to, with the figures that it looked at. */
export interface Checked {
  condition: string;
  /** Null where a figure that decides is missing. */
  failed: boolean | null;
  values: Values;
}

/** Reads conditions. UsageError for what is no condition, and for a name that isn't in `names` (which are listed). */
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
    throw new UsageError(`“${whole}” is no condition.`, {
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

/** `asr (also .low, .high)`: each metric once, with what may follow it. */
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

/** Whether conditions hold: whether what they forbid is so. */
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
