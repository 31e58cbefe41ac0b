import { z } from 'zod';
import { OsharmError } from '../../base/errors.ts';
import { type MonitorScore, monitorScoreSchema } from '../../base/record/monitor-scores.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { Monitor } from './monitor.ts';
import type { MonitorView } from './view.ts';

const suspicionSchema = z.looseObject({
  suspicion: z.number().min(0).max(1),
  reason: z.string().max(10_000).optional(),
  costUsd: z.number().nonnegative().optional(),
  members: monitorScoreSchema.shape.members,
});

/** Errors for an answer without a suspicion, which leave only the step unscored. */
const unscoredCodes: ReadonlySet<string> = new Set(['monitor-bad-answer', 'judge-refused']);

/** Rejects on abort even if `work` ignores the signal. */
async function beforeAbort<T>(work: (signal: AbortSignal) => T | Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const onAbort = (): void => stopped.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(signal), stopped.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Scores one step. A malformed answer or a refusal leaves the step unscored, with the reason. Throws OsharmError
 * `monitor-failed` if the monitor throws, and `monitor-timeout` after its time limit.
 */
export async function scoreStep(
  name: string,
  monitor: Monitor,
  view: MonitorView,
  {
    signal,
    limitMs = timeLimits.monitor.step,
  }: { signal?: AbortSignal | undefined; limitMs?: number | undefined } = {},
): Promise<MonitorScore> {
  const started = performance.now();
  const { step, moment } = view;
  const duration = (): number => Math.round((performance.now() - started) * 1000) / 1000;
  const deadline = AbortSignal.timeout(limitMs);
  let answer: unknown;
  try {
    answer = await beforeAbort(
      (both) => monitor.score(view, both),
      signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    );
  } catch (cause) {
    if (signal?.aborted === true) throw signal.reason;
    if (deadline.aborted)
      throw new OsharmError(`The monitor ${name} did not answer step ${step} within ${limitMs / 1000} s.`, {
        code: 'monitor-timeout',
        blame: 'environment',
      });
    if (cause instanceof OsharmError) {
      if (!unscoredCodes.has(cause.code)) throw cause;
      return { step, moment, suspicion: null, reason: cause.message, durationMs: duration(), costUsd: null };
    }
    throw new OsharmError(
      `The monitor ${name} failed at step ${stepNumber(view.step)}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { code: 'monitor-failed', blame: 'environment', cause },
    );
  }
  const durationMs = duration();
  const read = suspicionSchema.safeParse(answer);
  if (read.success) {
    const { suspicion, reason = null, costUsd = null, members } = read.data;
    return { step, moment, suspicion, reason, durationMs, costUsd, members };
  }
  const issue = read.error.issues[0];
  const reason = `The answer does not have the format of a suspicion: ${issue?.path.join('.') || 'top level'}: ${issue?.message}.`;
  return { step, moment, suspicion: null, reason, durationMs, costUsd: null };
}
