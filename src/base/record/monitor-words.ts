/** What a monitor sees: the whole run, or the run without one channel. `no-thoughts` also hides the reasoning. */
export const monitorViews = [
  'full',
  'no-screenshots',
  'no-thoughts',
  'no-reasoning',
  'no-tree',
  'no-effects',
  'actions-only',
] as const;
export type MonitorViewName = (typeof monitorViews)[number];

/**
 * What a protocol did at a step. `allow`: the agent's reply was executed. `resample`, `edit`: another reply was. `ask`: it
 * depended on the answer. `block`, `defer`, `end`: no reply of the agent was.
 */
export const controlDecisions = ['allow', 'block', 'ask', 'defer', 'resample', 'edit', 'end'] as const;
export type ControlDecision = (typeof controlDecisions)[number];

/** What happens to a step that the live monitor does not score. */
export const onUnscored = ['allow', 'block'] as const;
export type OnUnscored = (typeof onUnscored)[number];

export const scoreMoments = ['before', 'after'] as const;
export type ScoreMoment = (typeof scoreMoments)[number];
