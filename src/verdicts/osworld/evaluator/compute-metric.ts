import { z } from 'zod';
import { MetricFault } from '../../../base/documents/metric-fault.ts';
import { invalidAnswer } from '../../../base/extension.ts';
import { readApart } from '../../../base/reader/read-apart.ts';
import { type AskBack, defineReading } from '../../../base/reader/reading-job.ts';
import { pngSize } from '../../../base/record/png-size.ts';
import { recogniseText } from '../../../desktop/observation/ocr.ts';
import type { MetricCall } from '../metrics/metric.ts';
import { pluggedMetrics } from './load-evaluators.ts';
import { metrics } from './registry.ts';

/** Maximum size of pictures for text recognition: that of a large screen. */
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
 * Computes a metric's score, 0 to 1, in a separate process, because the agent created the files that it reads. Throws
 * MetricFault if OSWorld's function would raise, or if the metric exceeds its limits of time or memory.
 */
export async function computeMetric(func: string, call: MetricCall): Promise<number> {
  if (!metrics.has(func)) throw new Error(`There is no metric ${func}.`);
  const module = metrics.originOf(func)?.file ?? null;
  const reading = await readApart(metricReading, { func, call, module }, { answers: { readText: answerText } });
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

/** Runs in a reading process. `module` is the plug-in that defines the metric; null if it is built in. */
export async function metricOutcome(
  { func, call, module }: { func: string; call: MetricCall; module: string | null },
  ask: AskBack,
): Promise<z.infer<typeof outcomeSchema>> {
  const metric = module === null ? metrics.get(func) : (await pluggedMetrics(module)).get(func);
  if (metric === undefined) throw new Error(`There is no metric ${func}.`);
  const readText = async (png: Buffer): Promise<string> => String(await ask('readText', png.toString('base64')));
  try {
    return { value: checkedScore(func, await metric({ ...call, readText })) };
  } catch (error) {
    if (!(error instanceof MetricFault)) throw error;
    return { fault: error.message, blame: error.blame, path: error.path };
  }
}

function checkedScore(func: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw invalidAnswer(value, [], {
    kind: 'evaluator',
    name: func,
    call: `metrics.${func}`,
    expected: 'a number from 0 to 1',
    docs: 'docs/write/library.md',
  });
}
