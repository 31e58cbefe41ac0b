import type { OsharmError } from '../../base/errors.ts';

export interface RunProgress {
  /** 0-based; null before the first step. */
  step: number | null;
  /** Upper bound on the cost so far. */
  costUsd: number;
}

export interface RunCommit extends Pick<RunProgress, 'costUsd'> {
  /** SHA-256 of the result's manifest: the names, sizes and hashes of its files. */
  manifest: string;
  outcome: string;
  /** Future content of `result.txt`. */
  resultText: string;
  /** Location of the files before they are published, relative to the store. */
  staged: string;
}

export type WithoutResult =
  /** Returned to the queue. `fault` is why the run was not executed; null if the worker was stopped or ended. */
  | { as: 'released'; fault: OsharmError | null }
  /** `isFinal`: another attempt would end the same way. */
  | { as: 'failed'; error: OsharmError; isFinal: boolean };

/** A worker's exclusive right to execute one run. */
export interface RunClaim {
  /** Name of the sweep; empty for this process's sweep. */
  readonly sweep: string;
  /** Hash of the run's spec. */
  readonly key: string;
  /** 1-based, counted over all workers. */
  readonly attempt: number;
  /** Aborted when the claim is lost. This attempt then no longer counts. */
  readonly lost: AbortSignal;
  /** `picture` creates a small WebP picture of the desktop for live views. */
  progress(progress: RunProgress, picture?: () => Promise<Buffer | null>): void;
  /** Makes this attempt the run's result. Returns false if the claim is lost. */
  commit(commit: RunCommit): Promise<boolean>;
  end(ending: WithoutResult & Pick<RunProgress, 'costUsd'>): Promise<void>;
  /** Frees local resources after `commit` or `end`. Throws errors that no outage explains. */
  close(): Promise<void>;
}

export interface RunQueue<C extends RunClaim = RunClaim> {
  /** Waits for the next run; null if none remain. On abort, returns null or throws the signal's reason. */
  claim(signal: AbortSignal): Promise<C | null>;
}
