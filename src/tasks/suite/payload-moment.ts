/** When a carrier contains the payload: from the start, after a number of steps, or from its second visit. */
export type PayloadMoment = { kind: 'start' } | { kind: 'steps'; steps: number } | { kind: 'second-visit' };

export const momentForms = 'after-N (N steps, from 1), second-visit';

/** Parses `start`, `after-3` or `second-visit`; null if invalid. */
export function parseMoment(text: string): PayloadMoment | null {
  if (text === 'start' || text === 'second-visit') return { kind: text };
  const steps = /^after-([1-9]\d{0,3})$/.exec(text)?.[1];
  return steps === undefined ? null : { kind: 'steps', steps: Number(steps) };
}
