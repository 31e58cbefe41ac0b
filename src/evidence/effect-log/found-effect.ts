import type { Effect } from '../../base/record/evidence/effect.ts';

type Unnumbered<Numbered extends Effect> = Numbered extends Effect
  ? Omit<Numbered, 'id' | 'step' | 'lagMs' | 'time'> & {
      /** Unix milliseconds when it happened, if the source knows. */
      happenedAt?: number | undefined;
    }
  : never;

/** An effect before the effect log numbers it. */
export type FoundEffect = Unnumbered<Effect>;

/** Those of some kinds. */
export type FoundEffectOf<Kind extends Effect['kind']> = Extract<FoundEffect, { kind: Kind }>;
