import { isTable, type Table } from '../metrics/values.ts';
import type { RuleFault } from './definition.ts';

/** Reports a fault in a field, whose path starts with `expected` or `options`. */
export type ReportFault = (field: string, message: string) => void;

/** What an evaluator's metrics require of `expected`. */
export interface ExpectedForms {
  has(func: string): boolean;
  /** Metrics that work without `expected`. */
  readonly alone?: ReadonlySet<string>;
  /** A check of `expected.rules.expected` by metric, with the name of the required type. */
  readonly expected: Readonly<Record<string, [(value: unknown) => boolean, string]>>;
  /** Checks more parts of a metric. `rules` are those of an `expected` of type `rule`, otherwise null. */
  more?(func: string, parts: { rules: Table | null; options: unknown }, report: ReportFault): void;
}

/** Reports rules that can never work in an evaluator (`func`, `expected`, `options`, each a value or a list). */
export function expectedFaults(evaluator: Table, forms: ExpectedForms): RuleFault[] {
  const faults: RuleFault[] = [];
  const isMany = Array.isArray(evaluator.func);
  [evaluator.func].flat().forEach((func, index) => {
    const partOf = (name: string): unknown =>
      isMany ? (Array.isArray(evaluator[name]) ? evaluator[name][index] : undefined) : evaluator[name];
    const report: ReportFault = (field, message) => {
      const [part = '', ...rest] = field.split('.');
      faults.push({ field: ['evaluator', part, ...(isMany ? [index] : []), ...rest].join('.'), message });
    };
    if (!forms.has(String(func))) return;
    const [expected, options] = [partOf('expected'), partOf('options')];
    const rules = rulesOf(String(func), expected, forms, report);
    forms.more?.(String(func), { rules, options }, report);
  });
  return faults;
}

function rulesOf(
  func: string,
  expected: unknown,
  { alone, expected: expectedForms }: ExpectedForms,
  report: ReportFault,
): Table | null {
  if (expected === undefined || expected === null) {
    if (alone?.has(func) !== true) report('expected', `is missing: ${func} compares with it`);
    return null;
  }
  if (!isTable(expected) || expected.type !== 'rule') return null;
  const { rules } = expected;
  if (rules === undefined) report('expected.rules', 'is missing');
  const form = expectedForms[func];
  if (form !== undefined) {
    const value = isTable(rules) ? rules.expected : undefined;
    if (value === undefined) report('expected.rules.expected', `is missing: ${func} compares with it`);
    else if (!form[0](value)) report('expected.rules.expected', `must be ${form[1]}`);
  }
  return isTable(rules) ? rules : null;
}
