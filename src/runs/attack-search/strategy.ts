import type { Genome } from './genome.ts';

/** Chooses the payloads to try. Learns only from whole generations, so concurrency does not affect its choices. */
export interface Strategy {
  /** Returns null if the scores of earlier proposals are needed first. */
  next(): Genome | null;
  /** Reports the score of the oldest genome without one. Larger is more harm. */
  tell(value: number): void;
}
