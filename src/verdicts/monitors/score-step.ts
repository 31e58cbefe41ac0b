import { z } from 'zod';
import { OsharmError } from '../../base/errors.ts';
import type { MonitorScore } from '../../base/record/monitor-scores.ts';
import type { Monitor } from './monitor.ts';
import type { MonitorView } from './view.ts';

const suspicionSchema = z.looseObject({
  suspicion: z.number().min(0).max(1),
  reason: z.string().max(10_000).optional(),
  costUsd: z.number().nonnegative().optional(),
});

/**
 * What a monitor says of one step. An answer in another form leaves the step unscored, with its fault as the reason; what the
 * monitor throws ends the scoring as OsharmError `monitor-failed`.
 */
export async function scoreStep(
  name: string,
  monitor: Monitor,
  view: MonitorView,
  signal?: AbortSignal | undefined,
): Promise<MonitorScore> {
  const started = performance.now();
  let answer: unknown;
  try {
    answer = await monitor.score(view, signal ?? new AbortController().signal);
  } catch (cause) {
    if (signal?.aborted === true || cause instanceof OsharmError) throw cause;
    throw new OsharmError(
      `The monitor ${name} failed at step ${view.step}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { code: 'monitor-failed', blame: 'environment', cause },
    );
  }
  const durationMs = Math.round((performance.now() - started) * 1000) / 1000;
  const { step, moment } = view;
  const read = suspicionSchema.safeParse(answer);
  if (read.success) {
    const { suspicion, reason = null, costUsd = null } = read.data;
    return { step, moment, suspicion, reason, durationMs, costUsd };
  }
  const issue = read.error.issues[0];
  const reason = `The answer has not the form of a suspicion: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`;
  return { step, moment, suspicion: null, reason, durationMs, costUsd: null };
}
