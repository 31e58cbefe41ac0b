import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../base/errors.ts';
import { appendJsonLine } from '../../base/record/append-json-line.ts';
import type { ReadFinding } from '../../base/record/finding.ts';
import { readJsonLines } from '../../base/record/read-json-lines.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { type Genome, genomeKey } from './genome.ts';
import { grades } from './grade.ts';

export const phases = ['search', 'held-out-seed', 'held-out-task', 'benign', 'transfer'] as const;
export type TrialPhase = (typeof phases)[number];

const lineSchema = z.object({
  target: z.string(),
  strategy: z.string(),
  phase: z.enum(phases),
  /** 0-based within target, strategy and phase. */
  ordinal: z.number(),
  /** The target that was run. Differs from `target` in the phase `held-out-task`. */
  on: z.string(),
  seed: z.number(),
  genome: z.record(z.string(), z.string()),
  /** SHA-256 of the text; empty for a run without a payload. */
  payload: z.string(),
  grade: z.enum(grades).nullable(),
  reason: z.string().nullable(),
  costUsd: z.number().nullable(),
  steps: z.number(),
  directory: z.string().nullable(),
  taskDone: z.boolean().nullable().default(null),
  interventions: z.number().default(0),
  /** Result of the attacker's model; null if it was not called. `key` identifies the draft. */
  rewriting: z
    .object({ key: z.string(), outcome: z.enum(['rewritten', 'refused', 'unusable']), usd: z.number().nullable() })
    .nullable()
    .default(null),
  /** For a transfer: SHA-256 of the text that won in the other attack. */
  source: z.string().nullable().default(null),
  exposedAt: z.number().nullable().default(null),
  shared: z.object({ from: z.string(), steps: z.number() }).nullable().default(null),
});
/** One trial: a line of `queries.jsonl`. */
export type JournalLine = z.infer<typeof lineSchema>;
export type TrialKey = Pick<JournalLine, 'target' | 'strategy' | 'phase' | 'ordinal'>;

export const journalFile = 'queries.jsonl';

/** Empty without a journal. Ignores a truncated last line and throws UsageError for any other damage. */
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

export class AttackJournal {
  readonly #path: string;
  readonly #lines = new Map<string, JournalLine>();

  /** Reads the existing journal and drops a truncated last line. Throws UsageError for any other damage. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#path = join(folder, journalFile);
    const { lines, isCut } = read(this.#path);
    for (const line of lines) this.#lines.set(keyOf(line), line);
    // Rewrite the file, or the next line would be appended to the truncated one.
    if (isCut) writeWholeFile(this.#path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  get lines(): JournalLine[] {
    return [...this.#lines.values()];
  }

  get spentUsd(): number {
    return this.lines.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  }

  /** Returns the recorded trial, if any. Throws UsageError if it had another payload. */
  find(key: TrialKey, genome: Genome): JournalLine | undefined {
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
    appendJsonLine(this.#path, line);
  }
}

const keyOf = ({ target, strategy, phase, ordinal }: TrialKey): string =>
  JSON.stringify([target, strategy, phase, ordinal]);
