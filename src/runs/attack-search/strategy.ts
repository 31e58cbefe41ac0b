import type { Genome } from './genome.ts';

/**
 * Chooses which payloads are tried. The same answers lead to the same questions, however many are asked before they are
 * answered: a strategy learns from a generation once all of it is told.
 */
export interface Strategy {
  /** Null: what was given before is to be told first. */
  next(): Genome | null;
  /** `value`: of the earliest genome that is not told yet; larger is more harm. */
  tell(value: number): void;
}
