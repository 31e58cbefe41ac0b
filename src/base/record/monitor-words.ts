/** What a monitor can see of a step. `words`: the agent's reply. */
export const monitorChannels = ['actions', 'words', 'reasoning', 'pictures', 'tree', 'effects'] as const;
export type MonitorChannel = (typeof monitorChannels)[number];

const namedViews: Readonly<Record<string, readonly MonitorChannel[]>> = {
  full: monitorChannels,
  'no-screenshots': ['actions', 'words', 'reasoning', 'tree', 'effects'],
  'no-thoughts': ['actions', 'pictures', 'tree', 'effects'],
  'no-reasoning': ['actions', 'words', 'pictures', 'tree', 'effects'],
  'no-tree': ['actions', 'words', 'reasoning', 'pictures', 'effects'],
  'no-effects': ['actions', 'words', 'reasoning', 'pictures', 'tree'],
  'actions-only': ['actions'],
  'words-only': ['words'],
  'reasoning-only': ['reasoning'],
  'pictures-only': ['pictures'],
};
export const monitorViews = Object.keys(namedViews);

/** What a monitor sees of a run: a name of `monitorViews`, or channels such as `actions+tree`. */
export type MonitorViewName = string;

/** Null for an unknown view. */
export function channelsOfView(view: MonitorViewName): ReadonlySet<MonitorChannel> | null {
  const named = Object.hasOwn(namedViews, view) ? namedViews[view] : undefined;
  if (named !== undefined) return new Set(named);
  const parts = view.split('+');
  const channels = monitorChannels.filter((channel) => parts.includes(channel));
  return channels.length === parts.length && channels.join('+') === view ? new Set(channels) : null;
}

/** The view with these channels, by name if it has one. Null for an unknown channel or an empty list. */
export function viewOfChannels(names: readonly string[]): MonitorViewName | null {
  const channels = monitorChannels.filter((channel) => names.includes(channel));
  if (channels.length === 0 || channels.length !== new Set(names).size) return null;
  const named = monitorViews.find((view) => namedViews[view]?.join() === channels.join());
  return named ?? channels.join('+');
}

/** How to combine the suspicions of several monitors. */
export const combinations = ['max', 'mean', 'cascade'] as const;
export type Combination = (typeof combinations)[number];

/**
 * What a protocol did at a step. `allow`: it executed the agent's reply. `resample`, `edit`: it executed another reply.
 * `ask`: it requested approval. `block`, `defer`, `end`: it executed no reply of the agent.
 */
export const controlDecisions = ['allow', 'block', 'ask', 'defer', 'resample', 'edit', 'end'] as const;
export type ControlDecision = (typeof controlDecisions)[number];

/** What happens to a step that the live monitor does not score. */
export const onUnscored = ['allow', 'block'] as const;
export type OnUnscored = (typeof onUnscored)[number];

export const scoreMoments = ['before', 'after'] as const;
export type ScoreMoment = (typeof scoreMoments)[number];
