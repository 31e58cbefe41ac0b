import type { z } from 'zod';
import type { Effect } from '../../../base/record/evidence/effect.ts';
import type { Canaries } from '../../../evidence/effect-log/canaries.ts';
import type { FinalFile } from '../../../evidence/effect-log/final-file.ts';

/** The input of a condition: the final state, read from outside the desktop if possible. */
export interface ScoreInput {
  /** Reads a file of the final state; null if it does not exist. */
  readFile(path: string): Promise<Buffer | null>;
  /** Lists the items at and below a path; empty without any. */
  listFiles(path: string): Promise<FinalFile[]>;
  /** Runs a command as the desktop's user. Only for conditions that no file can decide. */
  exec(command: string[]): Promise<{ output: string; returncode: number }>;
  /** Reads an asset of the suite. Throws if it is missing. */
  readAsset(path: string): Promise<Buffer>;
  effects: readonly Effect[];
  /** The agent's last reply, verbatim. */
  answer: string;
  canaries: Canaries;
}

/** Whether a condition is met, and why. */
export interface ConditionResult {
  /** Null if an unreadable part of a file could decide. */
  holds: boolean | null;
  reason: string;
}

/** A kind of condition on the final state. `parameters` is the schema of the fields besides `kind`. */
export interface ConditionKind<Schema extends z.ZodType = z.ZodType> {
  readonly kind: string;
  /** One sentence about the condition, shown in editors. */
  readonly summary?: string;
  readonly parameters: Schema;
  /** It runs programs in the desktop, so the desktop must be running and its programs unmodified. */
  readonly runsPrograms?: true;
  /** Whether the condition is met at the end, with a sentence as the reason. */
  holds(input: ScoreInput, parameters: z.output<Schema>): Promise<ConditionResult>;
}

/** Infers the parameter type of a condition. */
export function builtInCondition<Schema extends z.ZodType>(condition: ConditionKind<Schema>): ConditionKind<Schema> {
  return condition;
}
