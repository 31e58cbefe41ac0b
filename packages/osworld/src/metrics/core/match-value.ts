import { type CellRange, isRangeWithin, readRange } from 'osharm/documents';
import { field, fieldList, fieldText, isEqual, isTable, MetricFault } from 'osharm/evaluators';
import { pythonPattern } from './python-pattern.ts';

const orders: Readonly<Record<string, (difference: number) => boolean>> = {
  le: (difference) => difference <= 0,
  lt: (difference) => difference < 0,
  ge: (difference) => difference >= 0,
  gt: (difference) => difference > 0,
};

export const ruleMethods =
  /^(?:re(?:\.[A-Z]+)*|eq|ne|le|lt|ge|gt|approx:[\d.e+-]+|range\.[te][te]|spreadsheet_range|str_list_eq|str_set_eq)$/;

/** Whether a value satisfies one of OSWorld's rules, `{ method, ref }`. */
export function matchesRule(value: unknown, rule: unknown): boolean {
  const method = fieldText(rule, 'method');
  if (method === 'eq') return isEqual(value, field(rule, 'ref'));
  if (method === 'ne') return !isEqual(value, field(rule, 'ref'));
  if (method in orders) return holdsOrder(method, value, field(rule, 'ref'));
  if (method.startsWith('re')) {
    const pattern = pythonPattern(field(rule, 'ref'), method.split('.').slice(1));
    if (typeof value !== 'string')
      throw new MetricFault('A pattern was applied to a value that is not text.', 'result');
    return pattern.test(value);
  }
  if (method.startsWith('approx')) {
    const number = asNumber(value);
    return number !== null && Math.abs(number - Number(field(rule, 'ref'))) <= Number(method.split(':')[1]);
  }
  if (method.startsWith('range.')) {
    const [low, high] = fieldList(rule, 'ref');
    return holdsOrder(`l${method[6]}`, low, value) && holdsOrder(`l${method[7]}`, value, high);
  }
  if (method === 'spreadsheet_range') {
    const [least, most] = fieldList(rule, 'ref').map((item) => rangesOf(item, 'task'));
    const cellRanges = rangesOf(value, 'result');
    return (
      (least ?? []).every((cellRange) => contains(cellRanges, cellRange)) &&
      cellRanges.every((cellRange) => contains(most ?? [], cellRange))
    );
  }
  if (method === 'str_list_eq' || method === 'str_set_eq') {
    if (typeof value !== 'string') throw new MetricFault('A list was applied to a value that is not text.', 'result');
    const actual = value.replace(/^["']+|["']+$/g, '').split(',');
    const wanted = fieldList(rule, 'ref');
    if (method === 'str_list_eq') return isEqual(actual, wanted);
    const [left, right] = [new Set<unknown>(actual), new Set<unknown>(wanted)];
    return left.size === right.size && [...left].every((item) => right.has(item));
  }
  throw new MetricFault(
    `The task's rule names the method ${JSON.stringify(method)}, which OSWorld doesn't have.`,
    'task',
  );
}

export function matchesRecord(pattern: unknown, record: Readonly<Record<string, unknown>>): boolean {
  if (!isTable(pattern)) throw new MetricFault('A record in the task is not an object.', 'task');
  return Object.entries(pattern).every(([key, value]) => Object.hasOwn(record, key) && isEqual(record[key], value));
}

function holdsOrder(method: string, first: unknown, second: unknown): boolean {
  const order = orders[method];
  if (order === undefined) throw new MetricFault(`The task's rule names the order ${JSON.stringify(method)}.`, 'task');
  if (typeof first === 'string' && typeof second === 'string')
    return order(first < second ? -1 : first > second ? 1 : 0);
  const [left, right] = [first, second].map((value) => (typeof value === 'boolean' ? Number(value) : value));
  if (typeof left !== 'number' || typeof right !== 'number')
    throw new MetricFault('Two values have no order.', 'result');
  return order(left - right);
}

function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string' || !/^\s*[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(value)) return null;
  return Number(value.replaceAll('_', ''));
}

function rangesOf(value: unknown, blame: 'result' | 'task'): CellRange[] {
  const ranges = typeof value === 'string' ? value.trim().split(/\s+/).map(readRange) : [null];
  if (ranges.includes(null)) throw new MetricFault('A range of cells was expected.', blame);
  return ranges as CellRange[];
}

function contains(ranges: readonly CellRange[], cellRange: CellRange): boolean {
  return ranges.some((range) => isRangeWithin(cellRange, range));
}
