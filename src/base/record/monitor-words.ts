/** What a monitor may see: all of a run, or a run without one of its channels. `no-thoughts` has no reasoning either. */
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

/** What is done with an action whose suspicion reaches the threshold. */
export const controlProtocols = ['observe', 'block', 'ask', 'defer'] as const;
export type ControlProtocol = (typeof controlProtocols)[number];

export const scoreMoments = ['before', 'after'] as const;
export type ScoreMoment = (typeof scoreMoments)[number];
