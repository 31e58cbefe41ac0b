import { z } from 'zod';
import { MetricFault } from '../../../base/documents/metric-fault.ts';
import { readApart } from '../../../base/reader/read-apart.ts';
import { type AskBack, defineReading } from '../../../base/reader/reading-job.ts';
import { pngSize } from '../../../base/record/png-size.ts';
import { recogniseText } from '../../../desktop/observation/ocr.ts';
import type { MetricCall } from '../metrics/core/metric.ts';
import { metrics } from '../metrics/registry.ts';

/** Pixels of a picture whose text is read: those of a large screen. */
const mostPixels = 16 * 2 ** 20;

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
 * A metric of what its getters gave: 0 … 1. It works in a process of its own, as the agent made what it reads. Rejects
 * with `MetricFault` where OSWorld's function raises, and where the metric does not end within its limits of time and
 * memory.
 */
export async function computeMetric(func: string, call: MetricCall): Promise<number> {
  if (!metrics.has(func)) throw new Error(`No metric ${func}.`);
  const reading = await readApart(metricReading, { func, call }, { answers: { readText: answerText } });
  if (!reading.isRead) throw new MetricFault(`What the agent left ${reading.reason}.`, 'result');
  const { reply } = reading;
  if ('value' in reply) return reply.value;
  throw new MetricFault(reply.fault, reply.blame, reply.path === undefined ? {} : { path: reply.path });
}

async function answerText(base64: string | string[]): Promise<string> {
  const png = Buffer.from(String(base64), 'base64');
  const size = pngSize(png);
  if (size === null || size.width * size.height > mostPixels)
    throw new MetricFault('The picture is too large to be read.', 'result');
  return recogniseText(png);
}

/** What a metric makes of it. Runs in a reading process. */
export async function metricOutcome(
  { func, call }: { func: string; call: MetricCall },
  ask: AskBack,
): Promise<z.infer<typeof outcomeSchema>> {
  const readText = async (png: Buffer): Promise<string> => String(await ask('readText', png.toString('base64')));
  try {
    return { value: (await metrics.get(func)?.({ ...call, readText })) ?? 0 };
  } catch (error) {
    if (!(error instanceof MetricFault)) throw error;
    return { fault: error.message, blame: error.blame, path: error.path };
  }
}
