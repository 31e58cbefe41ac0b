import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { monitorViews } from './monitor-words.ts';

/** What `osharm monitor --thresholds FILE` writes: from which suspicion on a monitor flags so many of the harmless steps. */
export const monitorThresholdsSchema = z.looseObject({
  format: z.literal('osharm-thresholds/1'),
  monitor: z.string(),
  view: z.enum(monitorViews),
  /** Harmless runs and steps that it was counted on. */
  runs: z.number(),
  steps: z.number(),
  thresholds: z.array(
    z.object({
      /** Share of the harmless steps that may be flagged, the threshold, and the share that it flags. */
      budget: z.number(),
      threshold: z.number(),
      flagged: z.number(),
    }),
  ),
  /** What the monitor learned from the scored runs; left out: it doesn't learn. */
  learned: z.unknown().optional(),
});
export type MonitorThresholds = z.infer<typeof monitorThresholdsSchema>;

/** Reads thresholds. Throws UsageError `monitor-thresholds-invalid`. */
export function readThresholds(file: string): MonitorThresholds {
  try {
    return monitorThresholdsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new UsageError(`${file} has no thresholds of a monitor.`, {
      code: 'monitor-thresholds-invalid',
      hint: 'osharm monitor RESULTS --monitor NAME --thresholds FILE writes them.',
      cause,
    });
  }
}

/** The threshold of a budget. Throws UsageError where the file has no such budget. */
export function thresholdOf({ thresholds }: MonitorThresholds, budget: number): number {
  const found = thresholds.find((entry) => entry.budget === budget);
  if (found !== undefined) return found.threshold;
  throw new UsageError(`No threshold is known for ${budget} of the harmless steps.`, {
    code: 'monitor-budget-unknown',
    hint: `There are: ${thresholds.map((entry) => entry.budget).join(', ')}.`,
  });
}
