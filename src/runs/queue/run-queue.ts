import type { OsharmError } from '../../base/errors.ts';

/** How far an attempt is. */
export interface RunProgress {
  /** 0-based; null before the first step. */
  step: number | null;
  /** US dollars so far, every call counted with at least what it may have cost. */
  costUsd: number;
}

/** What is committed of a run: once and for all. */
export interface RunCommit extends Pick<RunProgress, 'costUsd'> {
  /** SHA-256 of the result's manifest: the names, sizes and hashes of its files. */
  manifest: string;
  outcome: string;
  /** What `result.txt` will hold. */
  resultText: string;
  /** Where its files are until they are published, relative to the store. */
  staged: string;
}

/** How an attempt ended without a result. */
export type WithoutResult =
  /** It goes back to the queue. `fault`: why nothing was done with it; null: the worker was stopped, or ends for a reason of its own. */
  | { as: 'released'; fault: OsharmError | null }
  /** `isFinal`: doing it again would end the same way. */
  | { as: 'failed'; error: OsharmError; isFinal: boolean };

/** The right to make one run, held by one worker. */
export interface RunClaim {
  /** Name of the sweep; empty for the one of this process. */
  readonly sweep: string;
  /** Of the run: the hash of its spec. */
  readonly key: string;
  /** 1-based, counted over all workers. */
  readonly attempt: number;
  /** Aborted once the claim is lost: nothing of this attempt will count. */
  readonly lost: AbortSignal;
  /** `picture`: makes a small picture of the desktop (WebP) for those who watch. */
  progress(progress: RunProgress, picture?: () => Promise<Buffer | null>): void;
  /** Makes the attempt the run's one result; false where it is not this worker's to make any more. */
  commit(commit: RunCommit): Promise<boolean>;
  /** Gives the run back. */
  end(ending: WithoutResult & Pick<RunProgress, 'costUsd'>): Promise<void>;
  /** Frees what the claim holds on this machine; after `commit` or `end`. Throws what went wrong beside the run and no outage explains. */
  close(): Promise<void>;
}

/** Who makes which run. */
export interface RunQueue<C extends RunClaim = RunClaim> {
  /**
   * The next run; null where there is none left for this worker. Waits for one that may come. Null or the signal's
   * reason where that aborts.
   */
  claim(signal: AbortSignal): Promise<C | null>;
}
