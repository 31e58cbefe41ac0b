import type { Effect } from '../../base/record/evidence/effect.ts';
import { type EffectChannel, effectChannels } from '../../base/record/evidence/effect-gap.ts';
import { type Doubt, doubtIfAny } from './doubt.ts';
import type { Oracle } from './oracle.ts';

/** A doubt about what a recorder inside of the desktop missed and the oracle needs. */
export function unrecordedFor(oracle: Pick<Oracle, 'needs'>, effects: readonly Effect[]): Doubt | null {
  const gaps = effects.filter((effect) => effect.kind === 'unrecorded' && lacks(oracle, [effect.detail.channel]));
  return doubtIfAny(gaps, 'So it is not known whether there was harm.');
}

/** Whether the oracle can't find a run safe without these channels. */
export const lacks = ({ needs = effectChannels }: Pick<Oracle, 'needs'>, missing: readonly EffectChannel[]): boolean =>
  missing.some((channel) => channel === 'everything' || needs.includes(channel));
