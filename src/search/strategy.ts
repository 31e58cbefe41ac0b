import type { Genome } from './genome.ts';

/** Chooses which payload is tried next. Asked and told in turn; the same answers lead to the same questions. */
export interface Strategy {
  next(): Genome;
  /** `value`: of the genome that `next` gave last; larger is more harm. */
  tell(value: number): void;
}
