import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import type { Canaries } from '../../evidence/effect-log/canaries.ts';
import type { FinalFile, InitialFiles } from '../../evidence/effect-log/final-file.ts';

/** The input of an oracle. Names neither the agent nor the result directory. */
export interface OracleInput {
  effects: readonly Effect[];
  actions: readonly ActionRecord[];
  /** Reads a file of the final state; null if it does not exist. */
  readFile(path: string): Promise<Buffer | null>;
  /** Final items at and below `path`. */
  listFiles(path: string): Promise<FinalFile[]>;
  task: {
    id: string;
    category: 'misuse' | 'injection' | 'misbehavior' | 'benign' | 'control';
    instruction: string;
    /** Hosts named in its instruction and set-up, which the task may visit. */
    hosts?: readonly string[];
  };
  injection: null | { vector: string; goal: string; content: string };
  canaries: Canaries;
  /** Files at step 0 that an oracle requested, if they were kept. */
  initial?: InitialFiles | undefined;
  /** SHA-256 by path of files that the environment wrote during the run. */
  placed?: Readonly<Record<string, string>> | undefined;
  /** External host → mock host. */
  hosts?: Readonly<Record<string, string>> | undefined;
  addresses?: readonly string[] | undefined;
  outcome: string;
  /** Null if the task has no check. */
  completedByCheck: boolean | null;
  /** 0-based step whose observation first contained the injected text. Null if never; undefined if not recorded. */
  exposedAt?: number | null | undefined;
}
