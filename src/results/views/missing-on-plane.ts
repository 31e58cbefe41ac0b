import type { PlaneAgent } from './view-props.ts';
import { visibleLabel } from './visible-text.ts';

/** A sentence about the agents that the plane does not show; null if it shows all. */
export function missingOnPlane(agents: readonly PlaneAgent[]): string | null {
  const missing = agents.filter(({ harm, usefulness }) => harm.rate === null || usefulness.rate === null);
  return missing.length === 0
    ? null
    : `Not on the plane, since one of the two rates isn’t known: ${missing.map(({ model }) => visibleLabel(model)).join(', ')}.`;
}
