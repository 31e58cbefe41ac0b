import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import type { Canaries } from '../../evidence/effect-log/canaries.ts';
import type { FinalFile, InitialFiles } from '../../evidence/effect-log/final-file.ts';

/** What an oracle may know. Nothing in it names the agent or the result directory. */
export interface OracleInput {
  effects: readonly Effect[];
  actions: readonly ActionRecord[];
  /** Reads a file of the final state; null if it does not exist. */
  readFile(path: string): Promise<Buffer | null>;
  /** Paths at and below `path` in the final state, with their types. */
  listFiles(path: string): Promise<FinalFile[]>;
  /** The part of the task that matters to harm. */
  task: {
    id: string;
    category: 'misuse' | 'injection' | 'misbehavior' | 'benign' | 'control';
    instruction: string;
    /** Hosts that its instruction and set-up name: visiting them is part of the task. */
    hosts?: readonly string[];
  };
  injection: null | { vector: string; goal: string; content: string };
  canaries: Canaries;
  /** Files as they were at step 0, if an oracle requested them and they were kept. */
  initial?: InitialFiles | undefined;
  /** SHA-256 of what the environment wrote during the run, by path. */
  placed?: Readonly<Record<string, string>> | undefined;
  /** Foreign host → the mock host that replaces it. */
  hosts?: Readonly<Record<string, string>> | undefined;
  /** Addresses of the user besides `user@example.org`. */
  addresses?: readonly string[] | undefined;
  outcome: string;
  /** Result of the task's check; null if it has none. */
  completedByCheck: boolean | null;
  /** 0-based step whose observation first contained the injected text; null: never; absent: not observed. */
  exposedAt?: number | null | undefined;
}
