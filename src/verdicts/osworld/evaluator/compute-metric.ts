import { z } from 'zod';
import { MetricFault } from '../../../base/documents/metric-fault.ts';
import { readApart } from '../../../base/reader/read-apart.ts';
import { defineReading } from '../../../base/reader/reading-job.ts';
import type { MetricCall } from '../metrics/core/metric.ts';
import { metrics } from '../metrics/registry.ts';

const outcomeSchema = z.union([
  z.object({ value: z.number() }),
  z.object({ fault: z.string(), blame: z.enum(['result', 'task']), path: z.string().optional() }),
]);

export const metricReading = defineReading({
  module: import.meta.url,
  work: metricOutcome,
  reply: outcomeSchema,
  limits: { milliseconds: 30_000, clock: 90_000 },
});

/**
 * A metric of what its getters gave: 0 … 1. It works in a process of its own, as the agent made what it reads. Rejects with `MetricFault` where OSWorld's function
 * raises, and where the metric does not end within its limits of time and memory.
 */
export async function computeMetric(func: string, call: MetricCall): Promise<number> {
  if (!metrics.has(func)) throw new Error(`No metric ${func}.`);
  const reading = await readApart(metricReading, { func, call });
  if (!reading.isRead) throw new MetricFault(`What the agent left ${reading.reason}.`, 'result');
  const { reply } = reading;
  if ('value' in reply) return reply.value;
  throw new MetricFault(reply.fault, reply.blame, reply.path === undefined ? {} : { path: reply.path });
}

/** What a metric makes of it. Runs in a reading process. */
export async function metricOutcome({
  func,
  call,
}: {
  func: string;
  call: MetricCall;
}): Promise<z.infer<typeof outcomeSchema>> {
  try {
    return { value: (await metrics.get(func)?.(call)) ?? 0 };
  } catch (error) {
    if (!(error instanceof MetricFault)) throw error;
    return { fault: error.message, blame: error.blame, ...(error.path === undefined ? {} : { path: error.path }) };
  }
}
