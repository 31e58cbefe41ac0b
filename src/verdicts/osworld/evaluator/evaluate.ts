import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MetricFault } from '../../../base/documents/metric-fault.ts';
import { OverReadingLimit } from '../../../base/documents/over-reading-limit.ts';
import { OsharmError } from '../../../base/errors.ts';
import { alteredReason } from '../../../evidence/effect-log/altered-programs.ts';
import { type GetterContext, MissingFile } from '../getters/getter.ts';
import type { MetricRules } from '../metrics/metric.ts';
import type { Table } from '../metrics/values.ts';
import { computeMetric } from './compute-metric.ts';
import type { EvaluatorForm, EvaluatorPart } from './evaluator-form.ts';
import { getters, isFloatMetric, isInsideGetter } from './registry.ts';

/** What one metric made of it. */
export interface PartScore {
  func: string;
  value: number;
  /** OSWorld's metric returns a Python float here, not an int. */
  isFloat: boolean;
  /** Why a metric that couldn't be computed counts 0. */
  fault?: string;
}

export interface Evaluation {
  /** 0 … 1. */
  value: number;
  /** OSWorld's evaluator returns a Python float here: `result.txt` holds `0.0` rather than `0`. */
  isFloat: boolean;
  /** The metrics computed, in order; those after the one that decided are not among them. */
  parts: PartScore[];
}

/**
 * OSWorld's evaluation after `postconfig`: each metric on what its getters give; a list joined by
 * `and` (a 0 ends it at 0, else the mean) or `or` (a 1 ends it at 1, else the most). A missing result file is 0.
 *
 * `altered`: what the agent changed so that programs inside the desktop can't be believed; under `right` a metric that
 * asks one is 0. Where OSWorld's metric raises, the run has no result there. Here, under `right`, what the agent left
 * and can't be read is 0; under `osworld`, and where the task's own rules or reference files are at fault, it is an
 * error. Trouble in reaching the desktop or a reference file is always one.
 */
export async function evaluate(
  form: EvaluatorForm,
  context: Omit<GetterContext, 'folder'>,
  rules: MetricRules,
  altered: string | null = null,
): Promise<Evaluation> {
  const folder = await mkdtemp(join(tmpdir(), 'evaluation-'));
  try {
    const innerContext = { ...context, folder };
    const parts: PartScore[] = [];
    for (const part of form.parts) {
      const isBelieved = altered === null || rules === 'osworld' || !asksInside(part);
      const score = isBelieved ? await evaluatePart(part, innerContext, rules) : notBelieved(part, altered);
      if (score === null) {
        // OSWorld goes on with the last result only where metrics are joined by `or`; a missing file is 0 in any case.
        parts.push({ func: part.func, value: 0, isFloat: false, fault: 'A file is missing.' });
        if (!form.isList || form.conj === 'and') return { value: 0, isFloat: false, parts };
        continue;
      }
      parts.push(score);
      if (!form.isList) return { value: score.value, isFloat: score.isFloat, parts };
      if (form.conj === 'and' && score.value === 0) return { value: 0, isFloat: false, parts };
      if (form.conj === 'or' && score.value === 1) return { value: 1, isFloat: false, parts };
    }
    if (form.conj === 'and')
      return { value: parts.reduce((sum, partScore) => sum + partScore.value, 0) / parts.length, isFloat: true, parts };
    // Of equal ones Python's `max` returns the first.
    const most = parts.reduce((best, partScore) => (partScore.value > best.value ? partScore : best));
    return { value: most.value, isFloat: most.isFloat, parts };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const asksInside = ({ result, expected }: EvaluatorPart): boolean =>
  [result, expected].some((item) => item !== null && item !== undefined && isInsideGetter(String(item.type)));

const notBelieved = ({ func }: EvaluatorPart, altered: string): PartScore => ({
  func,
  value: 0,
  isFloat: true,
  fault: alteredReason(altered),
});

/** Null where the getter of the result found no file. */
async function evaluatePart(
  part: EvaluatorPart,
  context: GetterContext,
  rules: MetricRules,
): Promise<PartScore | null> {
  let result: unknown = null;
  try {
    result = part.result === null ? null : await get(part.result, context);
  } catch (error) {
    if (error instanceof MissingFile) return null;
    if (error instanceof OverReadingLimit || isOfAgent(error))
      return faulty(part, new MetricFault((error as Error).message, 'result', { cause: error }), [], rules);
    if (!(error instanceof MetricFault)) throw error;
    return faulty(part, error, [], rules);
  }
  const expected =
    part.expected === undefined || part.expected === null ? part.expected : await get(part.expected, context);
  try {
    const value = await computeMetric(part.func, { result, expected, options: part.options, rules });
    return { func: part.func, value, isFloat: isFloatMetric(part.func, value, { result, options: part.options }) };
  } catch (error) {
    if (!(error instanceof MetricFault)) throw error;
    return faulty(part, error, [expected].flat(), rules);
  }
}

/** What the agent left, and not that it ended or silenced its desktop. */
const isOfAgent = (error: unknown): boolean =>
  error instanceof OsharmError && error.blame === 'agent' && error.code.startsWith('evaluator-');

function faulty(
  part: EvaluatorPart,
  fault: MetricFault,
  references: readonly unknown[],
  rules: MetricRules,
): PartScore {
  const isReference = fault.path !== undefined && references.includes(fault.path);
  if (fault.blame === 'result' && !isReference && rules === 'right')
    return { func: part.func, value: 0, isFloat: true, fault: fault.message };
  throw new OsharmError(`evaluator ${part.func}: ${fault.message}`, {
    code: fault.blame === 'task' || isReference ? 'evaluator-task-fault' : 'evaluator-raised',
    blame: 'task',
    hint:
      fault.blame === 'task' || isReference
        ? "The task's rules or reference files can't be used."
        : "OSWorld's metric raises here, and the run has no result; without --metrics osworld it scores 0.",
    cause: fault,
  });
}

async function get(parameters: Table, context: GetterContext): Promise<unknown> {
  const getter = getters.get(String(parameters.type));
  if (getter === undefined) throw new Error(`No getter ${String(parameters.type)}.`);
  return getter(parameters, context);
}
