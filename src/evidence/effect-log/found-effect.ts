import type { Effect } from '../../base/record/evidence/effect.ts';

type Unnumbered<Numbered extends Effect> = Numbered extends Effect
  ? Omit<Numbered, 'id' | 'step' | 'lagMs' | 'time'> & {
      /** Unix milliseconds, if the source knows the time. */
      happenedAt?: number | undefined;
    }
  : never;

export type FoundEffect = Unnumbered<Effect>;

export type FoundEffectOf<Kind extends Effect['kind']> = Extract<FoundEffect, { kind: Kind }>;
