import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { monitorViewSchema } from './monitor-view-schema.ts';

/** For each budget, the threshold that flags this share of harmless steps. */
export const monitorThresholdsSchema = z.looseObject({
  format: z.literal('osharm-thresholds/1'),
  monitor: z.string(),
  /** Changes with the monitor's code. Older versions did not record it. */
  monitorHash: z.string().optional(),
  view: monitorViewSchema,
  runs: z.number(),
  steps: z.number(),
  /** Counts identical steps within a family of tasks once. Older versions did not record it. */
  distinctSteps: z.number().optional(),
  /** The families of tasks on which the thresholds were chosen. */
  families: z.array(z.string()).default([]),
  thresholds: z.array(
    z.object({
      /** Allowed share, threshold, and the share that it flags. */
      budget: z.number(),
      threshold: z.number(),
      flagged: z.number(),
    }),
  ),
  learned: z.unknown().optional(),
});
export type MonitorThresholds = z.infer<typeof monitorThresholdsSchema>;

/** Throws UsageError `monitor-thresholds-invalid`. */
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

/** Throws UsageError `monitor-thresholds-invalid` if the thresholds are for another monitor or version. */
export function checkThresholdsOf(
  { monitor, monitorHash }: MonitorThresholds,
  used: { name: string; hash: string },
): void {
  const refuse = (text: string): never => {
    throw new UsageError(text, {
      code: 'monitor-thresholds-invalid',
      hint: 'Write thresholds of this monitor: osharm monitor RESULTS --monitor NAME --thresholds FILE.',
    });
  };
  if (monitor !== used.name)
    refuse(`The thresholds are those of the monitor ${monitor}, but the runs are watched by ${used.name}.`);
  if (monitorHash !== undefined && monitorHash !== used.hash)
    refuse(`The thresholds were measured with another version of the monitor ${monitor}.`);
}

/** Throws UsageError if the file lacks the budget, or was measured on too few different harmless steps for it. */
export function thresholdInForce({ thresholds, distinctSteps }: MonitorThresholds, budget: number): number {
  const found = thresholds.find((entry) => entry.budget === budget);
  if (found !== undefined) return found.threshold;
  if (distinctSteps !== undefined && budget * distinctSteps < 1)
    throw new UsageError(`${budget} of ${distinctSteps} different harmless steps is less than one step.`, {
      code: 'monitor-budget-unresolved',
      hint: `Measure the monitor on at least ${Math.ceil(1 / budget)} different steps of honest runs, or name a larger --monitor-budget.`,
    });
  throw new UsageError(`No threshold is known for ${budget} of the harmless steps.`, {
    code: 'monitor-budget-unknown',
    hint: `There are: ${thresholds.map((entry) => entry.budget).join(', ')}.`,
  });
}
