import { UsageError } from '../../../base/errors.ts';
import { isTable, isTruthy, type Table } from '../metrics/values.ts';
import { needsPackage } from './load-evaluators.ts';
import { getters, metrics, unsupportedNames } from './registry.ts';

/** One metric of an evaluator, with the `{ type, … }` of its getters. */
export interface EvaluatorPart {
  func: string;
  result: Table | null;
  /** Undefined if the whole evaluator has no `expected`. */
  expected: Table | null | undefined;
  options: Table;
}

export interface EvaluatorForm {
  parts: readonly EvaluatorPart[];
  /** Whether `func` is a list, whose scores are combined by `conj`. */
  isList: boolean;
  conj: 'and' | 'or';
}

/** Parses a task's evaluator. Throws UsageError if it can't be run, so call it when planning. */
export function evaluatorForm(taskId: string, evaluator: Readonly<Record<string, unknown>>): EvaluatorForm {
  const fault = (message: string, hint = 'docs/compatibility/metrics.md lists what there is.'): UsageError =>
    new UsageError(`Task ${taskId}: evaluator ${message}.`, { code: 'task-evaluator-unsupported', hint });
  const isList = Array.isArray(evaluator.func);
  const names = (isList ? (evaluator.func as unknown[]) : [evaluator.func]).map(String);
  const column = (name: string): unknown[] | null => {
    const value = evaluator[name];
    if (!isTruthy(value)) return null;
    if (isList !== Array.isArray(value)) {
      if (!isList || name !== 'options') throw fault(`.func and .${name} must both be lists or both be none`);
      return names.map(() => value);
    }
    return isList ? (value as unknown[]) : [value];
  };
  const [results, expecteds, options] = [column('result'), column('expected'), column('options')];
  for (const [name, list] of [
    ['result', results],
    ['expected', expecteds],
    ['options', options],
  ] as const)
    if (list !== null && list.length !== names.length) throw fault(`.func and .${name} differ in length`);
  const conj = evaluator.conj ?? 'and';
  if (conj !== 'and' && conj !== 'or') throw fault(`.conj is ${JSON.stringify(conj)}, not "and" or "or"`);

  const readTable = (value: unknown, place: string): Table | null => {
    if (value === null || value === undefined) return null;
    const type = isTable(value) ? String(value.type) : '';
    if (!isTable(value) || !getters.has(type))
      throw fault(`.${place} asks for the getter ${JSON.stringify(type)}, which this version doesn't have${why(type)}`);
    return value;
  };
  const parts = names.map((func, index): EvaluatorPart => {
    if (!metrics.has(func)) throw fault(`.func ${JSON.stringify(func)} is not supported in this version${why(func)}`);
    const option = options?.[index];
    return {
      func,
      result: readTable(results?.[index], 'result'),
      expected: expecteds === null ? undefined : readTable(expecteds[index], 'expected'),
      options: isTable(option) ? option : {},
    };
  });
  return { parts, isList, conj };
}

function why(name: string): string {
  const reason = unsupportedNames().get(name);
  if (reason !== undefined) return `: it ${reason}`;
  const needs = needsPackage();
  return needs === null ? '' : `: it ${needs}`;
}
