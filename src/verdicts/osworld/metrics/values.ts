import { MetricFault } from '../../../base/documents/metric-fault.ts';

export type Table = Readonly<Record<string, unknown>>;

/** Whether the value is a JSON object. */
export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Python's truth value. */
export function isTruthy(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isTable(value) || Object.keys(value).length > 0;
}

/** Python's `==` for JSON values: numbers and booleans by value, lists in order, objects by key. */
export function isEqual(first: unknown, second: unknown): boolean {
  if (typeof first === 'boolean' && typeof second === 'number') return Number(first) === second;
  if (typeof first === 'number' && typeof second === 'boolean') return first === Number(second);
  if (Array.isArray(first) && Array.isArray(second))
    return first.length === second.length && first.every((value, index) => isEqual(value, second[index]));
  if (isTable(first) && isTable(second)) {
    const keys = Object.keys(first);
    return (
      keys.length === Object.keys(second).length &&
      keys.every((key) => Object.hasOwn(second, key) && isEqual(first[key], second[key]))
    );
  }
  return (first ?? null) === (second ?? null);
}

/** Python's `in`: part of a text, member of a list or key of an object. */
export function isIn(member: unknown, container: unknown): boolean {
  if (typeof container === 'string') {
    if (typeof member === 'string') return container.includes(member);
  } else if (Array.isArray(container)) {
    return container.some((value) => isEqual(value, member));
  } else if (isTable(container)) {
    return typeof member === 'string' && Object.hasOwn(container, member);
  }
  throw new MetricFault(`${shown(member)} can't be searched for in ${shown(container)}.`, 'result');
}

/** A required field of the task's rule. Throws MetricFault (task). */
export function field(rule: unknown, name: string): unknown {
  if (isTable(rule) && Object.hasOwn(rule, name)) return rule[name];
  throw new MetricFault(`The task's rule has no ${JSON.stringify(name)}.`, 'task');
}

/** A required text field of a rule. Throws MetricFault (task). */
export function fieldText(rule: unknown, name: string): string {
  const value = field(rule, name);
  if (typeof value === 'string') return value;
  throw new MetricFault(`The task's rule: ${JSON.stringify(name)} must be text.`, 'task');
}

/** A required list field of a rule. Throws MetricFault (task). */
export function fieldList(rule: unknown, name: string): readonly unknown[] {
  const value = field(rule, name);
  if (Array.isArray(value)) return value;
  throw new MetricFault(`The task's rule: ${JSON.stringify(name)} must be a list.`, 'task');
}

/** A list in a rule; empty if missing. */
export function optionalList(rule: unknown, name: string): readonly unknown[] {
  return isTable(rule) && rule[name] !== undefined ? fieldList(rule, name) : [];
}

/** A getter's result, as text. Throws MetricFault. */
export function resultText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new MetricFault(`The result is ${shown(value)}, not text.`, 'result');
}

/** A getter's result, as an object. Throws MetricFault. */
export function resultTable(value: unknown): Table {
  if (isTable(value)) return value;
  throw new MetricFault(`The result is ${shown(value)}, not an object.`, 'result');
}

/** A getter's result, as a list. Throws MetricFault. */
export function resultList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new MetricFault(`The result is ${shown(value)}, not a list.`, 'result');
}

/** Approximates Python's `str()` of a JSON value. */
export function pythonText(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(pythonForm).join(', ')}]`;
  if (isTable(value))
    return `{${Object.entries(value)
      .map(([key, member]) => `${pythonForm(key)}: ${pythonForm(member)}`)
      .join(', ')}}`;
  return String(value);
}

function pythonForm(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : pythonText(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
