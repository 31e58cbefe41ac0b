import { UsageError } from '../../../base/errors.ts';
import { isTable, isTruthy, type Table } from '../metrics/values.ts';
import { needsPackage } from './load-evaluators.ts';
import { getters, metrics, unsupportedNames } from './registry.ts';

/** One metric of an evaluator with its getters, `{ type, … }` each. */
export interface EvaluatorPart {
  func: string;
  /** Null where the evaluator has no `result`. */
  result: Table | null;
  /** Undefined where no metric of the evaluator takes an expected state. */
  expected: Table | null | undefined;
  options: Table;
}

export interface EvaluatorForm {
  parts: readonly EvaluatorPart[];
  /** Is `func` a list? Then `conj` joins the scores. */
  isList: boolean;
  conj: 'and' | 'or';
}

/** A task's evaluator taken apart: names known, lists of one length. UsageError where it can't be run. Call it when planning. */
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
