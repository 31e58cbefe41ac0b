import { join } from 'node:path';
import type { z } from 'zod';
import type { ReadFinding } from '../finding.ts';
import { readJsonLines } from '../read-json-lines.ts';
import { type ActionRecord, actionRecordSchema } from './action-record.ts';
import { type Effect, effectSchema } from './effect.ts';

export const effectsFile = 'effects.jsonl';
export const actionsFile = 'actions.jsonl';

/** A line of a record in a form that no known kind has. */
export interface UnreadLine {
  /** 1-based, empty lines not counted. */
  line: number;
  value: unknown;
}

/** What a file of lines contains, in its order. */
export interface ReadLines<Entry> {
  entries: readonly Entry[];
  unread: readonly UnreadLine[];
}

/**
 * The effects of a run; null if it has no effect log. Cut lines, lines that are no JSON and lines of an unknown form are
 * findings, and the last are also in `unread`.
 */
export const readEffects = (directory: string, findings: ReadFinding[] = []): ReadLines<Effect> | null =>
  readLines(directory, effectsFile, isEffect, findings);

/** The actions of a run, read as its effects are. */
export const readActionRecords = (directory: string, findings: ReadFinding[] = []): ReadLines<ActionRecord> | null =>
  readLines(directory, actionsFile, isActionRecord, findings);

/** The line of an effect in `effects.jsonl`, without its line end. */
export function effectLine(effect: Effect): string {
  const { id, source, kind, step, lagMs, time, detail, sentence } = effect;
  const path = 'path' in effect ? effect.path : undefined;
  return JSON.stringify({ id, source, kind, step, lagMs, time, path, detail, sentence });
}

/** The line of an action record in `actions.jsonl`, without its line end. */
export function actionLine({ id, step, time, kind, text, detail }: ActionRecord): string {
  return JSON.stringify({ id, step, time, kind, text, detail });
}

type Guard<Entry> = (value: unknown) => value is Entry;

/** The value itself counts, not what the schema makes of it: fields of later versions stay. */
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
  for (const { line } of unread) findings.push({ file, kind: 'damaged', message: `line ${line} has an unknown form` });
  return { entries, unread };
}
