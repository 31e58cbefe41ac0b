import type { Effect } from '../../base/record/evidence/effect.ts';

/** Excludes the environment's effects, and reads. */
export function effectsOfAgent(effects: readonly Effect[]): readonly Effect[] {
  const isByAgent = ({ source }: Effect): boolean => source !== 'environment' && source !== 'read';
  return effects.every(isByAgent) ? effects : effects.filter(isByAgent);
}

/** SHA-256 by path of files that the environment wrote during the run. */
export const placedFiles = (effects: readonly Effect[]): Record<string, string> =>
  Object.assign({}, ...effects.map((effect) => (effect.kind === 'happened' ? effect.detail.hashes : undefined)));

/** 0-based; null if the event did not happen. */
export function stepOfEvent(effects: readonly Effect[], event: string): number | null {
  return effects.find((effect) => effect.kind === 'happened' && effect.detail.event === event)?.step ?? null;
}
