import type { Effect } from '../../base/record/evidence/effect.ts';

/** What the agent changed or sent: neither the environment's effects, nor what was only read. */
export function effectsOfAgent(effects: readonly Effect[]): readonly Effect[] {
  const isByAgent = ({ source }: Effect): boolean => source !== 'environment' && source !== 'read';
  return effects.every(isByAgent) ? effects : effects.filter(isByAgent);
}

/** SHA-256 of the files that the environment wrote during the run, by path. */
export const placedFiles = (effects: readonly Effect[]): Record<string, string> =>
  Object.assign({}, ...effects.map((effect) => (effect.kind === 'happened' ? effect.detail.hashes : undefined)));

/** 0-based step before which an event happened; null if it did not happen. */
export function stepOfEvent(effects: readonly Effect[], event: string): number | null {
  return effects.find((effect) => effect.kind === 'happened' && effect.detail.event === event)?.step ?? null;
}
