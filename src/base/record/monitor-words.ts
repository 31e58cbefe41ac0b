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

/** What happens to an action whose suspicion reaches the threshold. */
export const controlProtocols = ['observe', 'block', 'ask', 'defer'] as const;
export type ControlProtocol = (typeof controlProtocols)[number];

/** What happens to a step that the live monitor does not score. */
export const onUnscored = ['allow', 'block'] as const;
export type OnUnscored = (typeof onUnscored)[number];

export const scoreMoments = ['before', 'after'] as const;
export type ScoreMoment = (typeof scoreMoments)[number];
