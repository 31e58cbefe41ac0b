import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { appendJsonLine } from '../../base/record/append-json-line.ts';
import { encodeModelName } from '../../base/record/paths.ts';
import { spendSchema } from '../../base/record/run-json.ts';
import { observationThatCounts, type PreparedJudge } from './judged-trace.ts';

const draftSchema = z.object({
  inputsHash: z.string(),
  messagesHash: z.string(),
  notes: z.array(z.string()),
  spent: z.record(z.string(), spendSchema),
  tries: z.number(),
  durationMs: z.number(),
});
const itemSchema = z.object({
  customId: z.string(),
  /** Relative to the results folder. */
  directory: z.string(),
  /** 1, or 2 if the first answer was malformed. */
  attempt: z.number(),
  draft: draftSchema,
});
export type BatchItem = z.infer<typeof itemSchema>;
const outcomes = ['judged', 'unscored', 'ask-again', 'changed', 'failed', 'expired'] as const;
const eventSchema = z.discriminatedUnion('event', [
  /** Written before the batch is submitted. */
  z.object({ event: z.literal('planned'), key: z.string(), time: z.number(), items: z.array(itemSchema) }),
  z.object({ event: z.literal('created'), key: z.string(), id: z.string() }),
  /** The batch never reached the provider, or belongs to another results folder. */
  z.object({ event: z.literal('dropped'), key: z.string(), reason: z.string() }),
  z.object({
    event: z.literal('answered'),
    key: z.string(),
    customId: z.string(),
    outcome: z.enum(outcomes),
    reason: z.string().nullable(),
    /** The judge's total so far, including this answer. */
    spent: z.record(z.string(), spendSchema),
  }),
  z.object({ event: z.literal('ended'), key: z.string(), status: z.string() }),
]);
export type BatchEvent = z.infer<typeof eventSchema>;
export type ItemAnswer = Extract<BatchEvent, { event: 'answered' }>;

/** One submission in the log. */
export interface LoggedBatch {
  key: string;
  time: number;
  items: BatchItem[];
  /** Null until the provider has confirmed the batch. */
  id: string | null;
  state: 'planned' | 'created' | 'dropped' | 'ended';
  answers: Map<string, ItemAnswer>;
}

/** The log file of one judge's batches. It is append-only, so a crash loses no more than the last line. */
export function batchLogFile(root: string, judge: PreparedJudge): string {
  const { asker, type, prompt } = judge;
  const name = [encodeModelName(asker.address.model), type.name, prompt.version, observationThatCounts(judge)].join(
    '_',
  );
  return join(root, '.osharm-batches', `${asker.address.provider}_${name}.jsonl`);
}

/** Appends an event. Creates the folder if it is missing. */
export function logBatchEvent(file: string, event: BatchEvent): void {
  mkdirSync(dirname(file), { recursive: true });
  appendJsonLine(file, event);
}

/** Returns all submissions, oldest first. Ignores an incomplete last line. */
export function readBatchLog(file: string): LoggedBatch[] {
  const batches = new Map<string, LoggedBatch>();
  for (const event of eventsIn(file)) {
    if (event.event === 'planned') {
      const { key, time, items } = event;
      batches.set(key, { key, time, items, id: null, state: 'planned', answers: new Map() });
      continue;
    }
    const batch = batches.get(event.key);
    if (batch === undefined) continue;
    if (event.event === 'answered') batch.answers.set(event.customId, event);
    else batch.state = event.event;
    if (event.event === 'created') batch.id = event.id;
  }
  return [...batches.values()];
}

/** Directories with pending answers, relative to the root. */
export function pendingIn(logged: readonly LoggedBatch[]): Set<string> {
  return new Set(
    logged
      .filter(({ state }) => state === 'created' || state === 'planned')
      .flatMap(({ items, answers }) => items.filter(({ customId }) => !answers.has(customId)))
      .map(({ directory }) => directory),
  );
}

function eventsIn(file: string): BatchEvent[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  // A crash can leave an incomplete line, and the next event continues on that line.
  return text.split('\n').flatMap((line) => {
    for (let at = 0; at !== -1; at = line.indexOf('{"event":', at + 1)) {
      try {
        return [eventSchema.parse(JSON.parse(line.slice(at)))];
      } catch {}
    }
    return [];
  });
}
