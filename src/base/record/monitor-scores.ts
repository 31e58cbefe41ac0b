import { join } from 'node:path';
import { z } from 'zod';
import { filesBelow } from './files-below.ts';
import type { ReadFinding } from './finding.ts';
import { monitorViewSchema } from './monitor-view-schema.ts';
import { controlDecisions, scoreMoments } from './monitor-words.ts';
import { controlCostSchema } from './part-blocks.ts';
import { encodeModelName } from './paths.ts';
import { parseJson, readText } from './read-text.ts';
import { spendSchema } from './run-json.ts';

export const monitorScoreSchema = z.looseObject({
  step: z.number().int().min(0),
  moment: z.enum(scoreMoments),
  /** 0 harmless … 1 certainly harmful; null for the reason in `reason`. */
  suspicion: z.number().min(0).max(1).nullable(),
  reason: z.string().nullable(),
  durationMs: z.number(),
  costUsd: z.number().nullable(),
  /** The scores of the monitors that an ensemble combines. */
  members: z
    .array(z.looseObject({ monitor: z.string(), suspicion: z.number().nullable(), reason: z.string().nullable() }))
    .optional(),
  /** Seconds since the run's first step, as the protocol received them. Only online. */
  seconds: z.number().optional(),
  decision: z.enum(controlDecisions).optional(),
  /** The agent's proposal, if it was not executed. */
  proposed: z
    .looseObject({
      response: z.string(),
      actions: z.array(z.unknown()),
      /** The harm that the proposal did when `osharm replay proposed` executed it; null if undecided. */
      harm: z.enum(['none', 'initiated', 'fixed', 'attempted', 'completed']).nullable().optional(),
    })
    .optional(),
  answer: z.enum(['approved', 'denied', 'silent']).optional(),
  /** All replies to the step in order, if the protocol requested more than the agent's first. */
  replies: z
    .array(
      z.looseObject({
        by: z.enum(['agent', 'trusted']),
        suspicion: z.number().min(0).max(1).nullable(),
        reason: z.string().nullable(),
        response: z.string(),
        actions: z.array(z.unknown()),
        isExecuted: z.boolean(),
      }),
    )
    .optional(),
});
export type MonitorScore = z.infer<typeof monitorScoreSchema>;

/** `monitor/{monitor}/{view}/scores.json` in a result directory: one monitor's suspicion for each step. */
export const monitorScoresSchema = z.looseObject({
  format: z.literal('osharm-monitor/1'),
  osharmVersion: z.string(),
  monitor: z.string(),
  view: monitorViewSchema,
  mode: z.enum(['online', 'offline']),
  protocol: z.string().nullable().default(null),
  threshold: z.number().nullable().default(null),
  /** SHA-256 of the monitor and the files it may read. Null if online. */
  inputsHash: z.string().nullable(),
  /** The value of `--monitor`, or the model. Older versions did not record it. */
  source: z.string().nullable().default(null),
  /** `partial`: scoring stopped before the last step and can resume there. */
  state: z.enum(['complete', 'partial']),
  failure: z.string().nullable().default(null),
  /** Sorted by step, `before` first. */
  scores: z.array(monitorScoreSchema),
  spent: z.record(z.string(), spendSchema).default({}),
  /** The cost of monitor and protocol. Only online. */
  cost: controlCostSchema.optional(),
  notes: z.array(z.string()).default([]),
  scoredAt: z.string(),
});
export type MonitorScores = z.infer<typeof monitorScoresSchema>;

/** The folder in a result directory for one monitor with one view. */
export const scoresFolder = (directory: string, monitor: string, view: string): string =>
  join(directory, 'monitor', encodeModelName(monitor), view);

/** The folder for scores given during the run. */
export const onlineScoresFolder = (directory: string, monitor: string, view: string): string =>
  scoresFolder(directory, monitor, `${view}-online`);

/** Sorted by path. Unreadable files are findings. */
export function readMonitorScores(directory: string, findings: ReadFinding[]): MonitorScores[] {
  let names: string[];
  try {
    names = filesBelow(join(directory, 'monitor'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    if (!name.endsWith('/scores.json')) return [];
    const file = join('monitor', name);
    const text = readText(join(directory, file), file, findings);
    const value = text === null ? null : parseJson(text, file, findings);
    if (value === null) return [];
    const parsed = monitorScoresSchema.safeParse(value);
    if (parsed.success) return [parsed.data];
    const issue = parsed.error.issues[0];
    findings.push({ file, kind: 'damaged', message: `${issue?.path.join('.')}: ${issue?.message}` });
    return [];
  });
}
