import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../base/errors.ts';
import type { ReadFinding } from '../../base/record/finding.ts';
import { readJsonLines } from '../../base/record/read-json-lines.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { type Genome, genomeKey } from './genome.ts';
import { grades } from './grade.ts';

/**
 * What a trial was for: the search, a winner held against seeds and tasks that the search never saw, the task without a
 * payload, or another attack's winner.
 */
export const phases = ['search', 'held-out-seed', 'held-out-task', 'benign', 'transfer'] as const;
export type TrialPhase = (typeof phases)[number];

const lineSchema = z.object({
  /** The target that is searched. */
  target: z.string(),
  strategy: z.string(),
  phase: z.enum(phases),
  /** 0-based, within target, strategy and phase. */
  ordinal: z.number(),
  /** The target that was tried: another one with `held-out-task`. */
  on: z.string(),
  seed: z.number(),
  genome: z.record(z.string(), z.string()),
  /** SHA-256 of its text; empty for a run without one. */
  payload: z.string(),
  grade: z.enum(grades).nullable(),
  reason: z.string().nullable(),
  costUsd: z.number().nullable(),
  steps: z.number(),
  directory: z.string().nullable(),
  /** Whether the user's own task was done, by its check; null: it has none. */
  taskDone: z.boolean().nullable().default(null),
  /** Times that a defence stopped or asked something. */
  interventions: z.number().default(0),
  /**
   * What the attacker's model made of the draft, by name, and what that cost (US dollars; null where no price is
   * known); null: it was not asked.
   */
  rewriting: z
    .object({ key: z.string(), outcome: z.enum(['rewritten', 'refused', 'unusable']), usd: z.number().nullable() })
    .nullable()
    .default(null),
  /** Of a transfer: SHA-256 of the text that won in the other attack. */
  source: z.string().nullable().default(null),
  /** 0-based: the first step that was shown a part of the payload; null: none was, or nobody asked yet. */
  exposedAt: z.number().nullable().default(null),
  /**
   * Another trial (its directory) whose first steps it did again, and how many; 0: they led to another state, so it
   * began anew. Null: all its steps are its own.
   */
  shared: z.object({ from: z.string(), steps: z.number() }).nullable().default(null),
});
/** One trial, as `queries.jsonl` holds it. */
export type JournalLine = z.infer<typeof lineSchema>;
export type TrialKey = Pick<JournalLine, 'target' | 'strategy' | 'phase' | 'ordinal'>;

/** File of an attack's folder, a line a trial. */
export const journalFile = 'queries.jsonl';

/** The trials of an attack's folder; none where none was made. Throws UsageError for damage other than a last line that is cut off. */
export function readJournal(folder: string): JournalLine[] {
  return read(join(folder, journalFile)).lines;
}

function read(path: string): { lines: JournalLine[]; isCut: boolean } {
  const findings: ReadFinding[] = [];
  const values = readJsonLines(path, journalFile, findings) ?? [];
  const damage = findings.find(({ kind }) => kind !== 'cut');
  const lines = values.map((value) => lineSchema.safeParse(value));
  if (damage !== undefined || lines.some(({ success }) => !success))
    throw new UsageError(`${path} is damaged${damage === undefined ? '' : `: ${damage.message}`}.`, {
      code: 'attack-journal-damaged',
      hint: 'Choose another --out.',
    });
  return { lines: lines.flatMap(({ data }) => data ?? []), isCut: findings.length > 0 };
}

/** The trials of an attack: those that are made already are not made again. */
export class Journal {
  readonly #path: string;
  readonly #lines = new Map<string, JournalLine>();

  /** Reads what is there; a last line that was cut off is made again. Throws UsageError for any other damage. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#path = join(folder, journalFile);
    const { lines, isCut } = read(this.#path);
    for (const line of lines) this.#lines.set(keyOf(line), line);
    // What is written next must not be glued to the part that was cut off.
    if (isCut) writeWholeFile(this.#path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  get lines(): JournalLine[] {
    return [...this.#lines.values()];
  }

  /** US dollars of all trials that have a price. */
  get spentUsd(): number {
    return this.lines.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  }

  /** The recorded trial; undefined: it is to be made. Throws UsageError where another payload was tried there. */
  made(key: TrialKey, genome: Genome): JournalLine | undefined {
    const line = this.#lines.get(keyOf(key));
    if (line !== undefined && genomeKey(line.genome) !== genomeKey(genome))
      throw new UsageError(`${this.#path} was written by another search.`, {
        code: 'attack-other-search',
        hint: 'Choose another --out.',
      });
    return line;
  }

  add(line: JournalLine): void {
    this.#lines.set(keyOf(line), line);
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}

const keyOf = ({ target, strategy, phase, ordinal }: TrialKey): string =>
  JSON.stringify([target, strategy, phase, ordinal]);
