/** When a carrier holds the payload: from the start of the run, from after so many steps of it, or from the carrier's second visit. */
export type PayloadMoment = { kind: 'start' } | { kind: 'steps'; steps: number } | { kind: 'second-visit' };

/** How moments other than the start are written. */
export const momentForms = 'after-N (N steps, from 1), second-visit';

/** A moment as it is written: `start`, `after-3`, `second-visit`. Null for what is none. */
export function parseMoment(text: string): PayloadMoment | null {
  if (text === 'start' || text === 'second-visit') return { kind: text };
  const steps = /^after-([1-9]\d{0,3})$/.exec(text)?.[1];
  return steps === undefined ? null : { kind: 'steps', steps: Number(steps) };
}
