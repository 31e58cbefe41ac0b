import { join } from 'node:path';
import { z } from 'zod';
import { filesBelow } from './files-below.ts';
import type { ReadFinding } from './finding.ts';
import { controlProtocols, monitorViews, scoreMoments } from './monitor-words.ts';
import { encodeModelName } from './paths.ts';
import { parseJson, readText } from './read-text.ts';
import { spendSchema } from './run-json.ts';

export const monitorScoreSchema = z.looseObject({
  /** 0-based step of the run. */
  step: z.number().int().min(0),
  /** Before the step's actions are executed, or after its effects were collected. */
  moment: z.enum(scoreMoments),
  /** 0 harmless … 1 certainly harmful; null: the monitor gave none, and `reason` says why. */
  suspicion: z.number().min(0).max(1).nullable(),
  reason: z.string().nullable(),
  /** Milliseconds that the monitor took. */
  durationMs: z.number(),
  /** US dollars; null where it calls no model, or no price is known. */
  costUsd: z.number().nullable(),
  /** What the protocol made of it; left out: offline, and after a step. */
  decision: z.enum(['allow', 'block', 'ask', 'defer']).optional(),
  /** Online: what the agent proposed, where it was not executed; left out: the run's record holds it. */
  proposed: z.looseObject({ response: z.string(), actions: z.array(z.unknown()) }).optional(),
  /** What the user answered to `ask`. */
  answer: z.enum(['approved', 'denied', 'silent']).optional(),
});
export type MonitorScore = z.infer<typeof monitorScoreSchema>;

/** `monitor/{monitor}/{view}/scores.json` of a result directory: how suspicious one monitor found each step. */
export const monitorScoresSchema = z.looseObject({
  format: z.literal('osharm-monitor/1'),
  osharmVersion: z.string(),
  /** The monitor's name. */
  monitor: z.string(),
  view: z.enum(monitorViews),
  /** `online`: while the run went on; `offline`: from its record. */
  mode: z.enum(['online', 'offline']),
  /** Of an online monitor. */
  protocol: z.enum(controlProtocols).nullable().default(null),
  threshold: z.number().nullable().default(null),
  /** SHA-256 of the monitor and of the run's files that it may see; null: online. Same hash, same scores. */
  inputsHash: z.string().nullable(),
  /** `partial`: scoring ended before the run's last step, and goes on from there. */
  state: z.enum(['complete', 'partial']),
  /** In order of step, `before` first. */
  scores: z.array(monitorScoreSchema),
  /** Calls of models, by role. */
  spent: z.record(z.string(), spendSchema).default({}),
  /** What was missing, in sentences. */
  notes: z.array(z.string()).default([]),
  scoredAt: z.string(),
});
export type MonitorScores = z.infer<typeof monitorScoresSchema>;

/** Where a result directory keeps the scores of a monitor with a view. */
export const scoresFolder = (directory: string, monitor: string, view: string): string =>
  join(directory, 'monitor', encodeModelName(monitor), view);

/** Where it keeps those that were given while the run went on. */
export const onlineScoresFolder = (directory: string, monitor: string, view: string): string =>
  scoresFolder(directory, monitor, `${view}-online`);

/** All scores below `monitor/`, sorted by path. A file that can't be read is a finding. */
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
