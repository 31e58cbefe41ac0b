import { join } from 'node:path';
import type { z } from 'zod';
import type { ReadFinding } from '../finding.ts';
import { readJsonLines } from '../read-json-lines.ts';
import { type ActionRecord, actionRecordSchema } from './action-record.ts';
import { type Effect, effectSchema } from './effect.ts';

export const effectsFile = 'effects.jsonl';
export const actionsFile = 'actions.jsonl';

/** A line that matches no known kind. */
export interface UnreadLine {
  /** 1-based, not counting empty lines. */
  line: number;
  value: unknown;
}

export interface ReadLines<Entry> {
  entries: readonly Entry[];
  unread: readonly UnreadLine[];
}

/** Null if the run has no effect log. Cut lines, invalid JSON and unknown kinds are findings. */
export const readEffects = (directory: string, findings: ReadFinding[] = []): ReadLines<Effect> | null =>
  readLines(directory, effectsFile, isEffect, findings);

/** Like `readEffects`, for actions. */
export const readActionRecords = (directory: string, findings: ReadFinding[] = []): ReadLines<ActionRecord> | null =>
  readLines(directory, actionsFile, isActionRecord, findings);

/** An effect as a line of `effects.jsonl`, without its line end. */
export function effectLine(effect: Effect): string {
  const { id, source, kind, step, lagMs, time, detail, sentence } = effect;
  const path = 'path' in effect ? effect.path : undefined;
  return JSON.stringify({ id, source, kind, step, lagMs, time, path, detail, sentence });
}

export function actionLine({ id, step, time, kind, text, detail }: ActionRecord): string {
  return JSON.stringify({ id, step, time, kind, text, detail });
}

type Guard<Entry> = (value: unknown) => value is Entry;

/** Does not parse the value, so that fields of later versions survive. */
const guardOf =
  <Schema extends z.ZodType>(schema: Schema): Guard<z.infer<Schema>> =>
  (value): value is z.infer<Schema> =>
    schema.safeParse(value).success;
export const isEffect = guardOf(effectSchema);
export const isActionRecord = guardOf(actionRecordSchema);

function readLines<Entry>(
  directory: string,
  file: string,
  isEntry: Guard<Entry>,
  findings: ReadFinding[],
): ReadLines<Entry> | null {
  const values = readJsonLines(join(directory, file), file, findings);
  if (values === null) return null;
  const entries: Entry[] = [];
  const unread: UnreadLine[] = [];
  for (const [index, value] of values.entries()) {
    if (isEntry(value)) entries.push(value);
    else unread.push({ line: index + 1, value });
  }
  for (const { line } of unread)
    findings.push({ file, kind: 'damaged', message: `line ${line} has an unknown format` });
  return { entries, unread };
}
