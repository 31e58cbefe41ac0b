import type { z } from 'zod';
import type { Effect } from '../../../base/record/evidence/effect.ts';
import type { Canaries } from '../../../evidence/effect-log/canaries.ts';
import type { FinalFile } from '../../../evidence/effect-log/final-file.ts';

/** What a condition may look at: the final state, from outside where that is possible. */
export interface ScoreInput {
  /** Reads a file of the final state; null where there is none. */
  readFile(path: string): Promise<Buffer | null>;
  /** Everything at and below a path; empty where there is nothing. */
  listFiles(path: string): Promise<FinalFile[]>;
  /** Runs a command as the desktop's user. Only conditions that no file answers use it. */
  exec(command: string[]): Promise<{ output: string; returncode: number }>;
  /** Reads an asset of the suite; throws where it is missing. */
  readAsset(path: string): Promise<Buffer>;
  effects: readonly Effect[];
  /** The agent's last reply, verbatim. */
  answer: string;
  canaries: Canaries;
}

/** Whether a condition holds, and the fact that says so. */
export interface ConditionResult {
  holds: boolean;
  reason: string;
}

/** One kind of condition on the final state. `parameters` describes the fields that stand beside `kind`. */
export interface ConditionKind<Schema extends z.ZodType = z.ZodType> {
  readonly kind: string;
  /** What holds, in a sentence: editors show it while one types. */
  readonly summary?: string;
  readonly parameters: Schema;
  /** It runs programs in the desktop: they have to be possible still, and as the image has them. */
  readonly runsPrograms?: true;
  /** Whether it holds at the end, and the reason in a sentence. */
  holds(input: ScoreInput, parameters: z.output<Schema>): Promise<ConditionResult>;
}

/** Keeps the parameter type of a condition while it is defined. */
export function defineCondition<Schema extends z.ZodType>(condition: ConditionKind<Schema>): ConditionKind<Schema> {
  return condition;
}
