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

export interface PartScore {
  func: string;
  value: number;
  /** OSWorld's metric returns a Python float here. */
  isFloat: boolean;
  /** Why a metric that can't be computed counts as 0. */
  fault?: string;
}

export interface Evaluation {
  /** 0 to 1. */
  value: number;
  /** OSWorld's evaluator returns a Python float here, so `result.txt` contains `0.0` rather than `0`. */
  isFloat: boolean;
  /** The metrics up to the one that decided the score. */
  parts: PartScore[];
}

/**
 * OSWorld's evaluation after `postconfig`. With `and`, a score of 0 ends the evaluation, and otherwise the mean counts;
 * with `or`, a score of 1 ends it, and otherwise the maximum counts. A missing result file scores 0.
 *
 * `altered` states what the agent changed so that programs inside the desktop can't be trusted. Metrics that call one
 * then score 0 under `right`. If OSWorld's metric would raise because of a file that the agent left, the score is 0
 * under `right` and an error under `osworld`. Faults in the task or its reference files, and desktops or reference
 * files that can't be reached, are always errors.
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
        // With `or`, OSWorld continues with the previous result. Here a missing file always scores 0.
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
    // Like Python's `max`, return the first of equal scores.
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

/** Null if the getter of the result found no file. */
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

/** Whether a file of the agent is at fault, rather than a desktop that the agent ended or disconnected. */
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
