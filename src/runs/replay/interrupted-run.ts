import { join } from 'node:path';
import { z } from 'zod';
import type { ReadFinding } from '../../base/record/finding.ts';
import { readJsonLines } from '../../base/record/read-json-lines.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { sumKnown } from '../../base/record/token-sum.ts';
import { type RecordedPath, recordedSteps } from './recorded-path.ts';

export interface InterruptedRun {
  directory: string;
  /** ISO 8601. */
  startedAt: string;
  /** Answered steps. They are replayed before the agent continues. */
  steps: number;
  path: RecordedPath;
  paid: RunJson['tokens'][string];
  calls: readonly unknown[];
}

const callSchema = z.looseObject({
  kind: z.literal('call'),
  role: z.literal('agent'),
  usage: z
    .looseObject({ inputTokens: z.number(), outputTokens: z.number(), cachedInputTokens: z.number().default(0) })
    .nullable(),
  error: z.unknown().optional(),
  costUsd: z.number().nullable(),
});

/** Null without steps, or if the files have more damage than a truncated last line. */
export function interruptedRun(directory: string, startedAt: string): InterruptedRun | null {
  const findings: ReadFinding[] = [];
  const path = recordedSteps(directory, findings);
  const calls = readJsonLines(join(directory, 'calls.jsonl'), 'calls.jsonl', findings) ?? [];
  if (path === null || path.steps.length === 0 || findings.some(({ kind }) => kind !== 'cut')) return null;
  return { directory, startedAt, steps: path.steps.length, path, paid: tokensOf(calls), calls };
}

function tokensOf(lines: readonly unknown[]): InterruptedRun['paid'] {
  const calls = lines.flatMap((line) => {
    const call = callSchema.safeParse(line);
    return call.success && call.data.error == null ? [call.data] : [];
  });
  const sum = (of: (call: (typeof calls)[number]) => number | null | undefined): number | null =>
    calls.reduce<number | null>((all, item) => sumKnown(all, of(item)), 0);
  const cached = sum(({ usage }) => usage?.cachedInputTokens);
  return {
    calls: calls.length,
    inputTokens: sum(({ usage }) => usage?.inputTokens),
    outputTokens: sum(({ usage }) => usage?.outputTokens),
    costUsd: sum(({ costUsd }) => costUsd),
    cachedInputTokens: cached || undefined,
  };
}
