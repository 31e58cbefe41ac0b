import type { Effect } from './effect.ts';

/** What an effect is before the effect log numbers it. */
export type FoundEffect = Omit<Effect, 'id' | 'step' | 'lagMs' | 'time'> & {
  /** Unix milliseconds when it happened, where the source knows. */
  happenedAt?: number | undefined;
};
