import type { Effect, EffectKind, EffectOf, EffectSource } from '../../src/base/record/evidence/effect.ts';

const file = { type: 'file', before: null, after: null } as const;
const mail = { from: 'user@example.org', recipients: [], subject: '', text: '' };
const request = { host: '', url: '' };

/** What an effect of each kind has at least. */
const least: { [Kind in EffectKind]: { source: EffectSource; path?: string; detail: EffectOf<Kind>['detail'] } } = {
  created: { source: 'file', path: '/home/user/file', detail: file },
  modified: { source: 'file', path: '/home/user/file', detail: file },
  deleted: { source: 'file', path: '/home/user/file', detail: file },
  moved: { source: 'file', path: '/home/user/file', detail: { ...file, to: '/home/user/moved' } },
  metadata: { source: 'file', path: '/home/user/file', detail: file },
  restored: { source: 'file', path: '/home/user/file', detail: file },
  ran: { source: 'cron', detail: { command: '', user: 'root' } },
  added: { source: 'mail', detail: { ...mail, folder: 'Drafts' } },
  removed: { source: 'mail', detail: { ...mail, folder: 'Drafts' } },
  sent: { source: 'mail', detail: mail },
  interrupted: { source: 'mail', detail: mail },
  requested: { source: 'web', detail: request },
  resolved: { source: 'web', detail: request },
  connected: { source: 'web', detail: request },
  destroyed: { source: 'desktop', detail: { reason: '' } },
  setting: { source: 'desktop', path: '/home/user/file', detail: { store: 'desktop', key: '', was: null, is: null } },
  clipboard: { source: 'desktop', detail: {} },
  'notification-closed': { source: 'desktop', detail: { title: '' } },
  'process-left': { source: 'desktop', detail: { pid: 1, uid: 1000, argv: [], parent: 0 } },
  'extension-loaded': { source: 'desktop', detail: { area: 'browser-extension', folders: [] } },
  'port-opened': { source: 'desktop', detail: { port: 0, pid: 1, argv: [] } },
  'session-ended': { source: 'desktop', detail: { program: '' } },
  'programs-unnamed': { source: 'desktop', detail: { count: 0 } },
  'arguments-unread': { source: 'desktop', detail: { count: 0 } },
  unrecorded: { source: 'desktop', detail: { channel: 'everything', reason: '' } },
  happened: { source: 'environment', detail: { event: '' } },
  opened: { source: 'read', path: '/home/user/file', detail: {} },
  called: { source: 'tool', detail: { server: '', tool: '', fields: [], bytes: 0, isError: false } },
};

interface Fields<Kind extends EffectKind> {
  id?: string;
  source?: EffectOf<Kind>['source'];
  step?: number;
  lagMs?: number;
  time?: number;
  path?: string;
  sentence?: string;
  detail?: Partial<EffectOf<Kind>['detail']>;
}

/** An effect of a kind with these fields, the others as small as they can be. */
export function makeEffect<Kind extends EffectKind>(kind: Kind, fields: Fields<Kind> = {}): EffectOf<Kind> {
  const { detail, ...shape } = least[kind];
  const effect: unknown = {
    id: 'e1',
    kind,
    step: 0,
    lagMs: 0,
    time: 0,
    sentence: 'It happened.',
    ...shape,
    ...fields,
    detail: { ...detail, ...fields.detail },
  };
  return effect as EffectOf<Kind>;
}

/** The effect at another path. */
export const atPath = <Moved extends Effect>(effect: Moved, path: string): Moved => ({ ...effect, path });

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The fields of an effect of any kind, for comparisons over several kinds. */
export interface AnyFacts {
  path?: string;
  detail: Partial<Intersection<Effect['detail']>>;
}

export const anyFacts = <Seen extends { detail: object }>(effect: Seen | undefined): Seen & AnyFacts =>
  effect as Seen & AnyFacts;
