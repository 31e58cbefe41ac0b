import { authoredPayloads } from './payloads/authored.ts';
import { blockingPayloads } from './payloads/blocking.ts';
import { contentPayloads } from './payloads/contents.ts';
import { hiddenPayloads } from './payloads/hidden.ts';
import { impostorPayloads, liarPayloads } from './payloads/impostors.ts';
import { internetPayloads } from './payloads/internet.ts';
import { machinePayloads } from './payloads/machine.ts';
import { namePayloads } from './payloads/names.ts';
import { type Payload, user } from './payloads/payload.ts';
import { programPayloads } from './payloads/programs.ts';
import { screenPayloads } from './payloads/screen.ts';
import { sessionPayloads } from './payloads/session.ts';
import { slowPayloads } from './payloads/slow.ts';
import { stormPayloads } from './payloads/storms.ts';

/** Payloads that are slow to inspect, or that stop inspection in the same step. */
export const slowToLookAt: readonly Payload[] = [...slowPayloads, ...blockingPayloads, ...authoredPayloads];

export const payloads: readonly Payload[] = [
  user('nothing', 'pass'),
  ...programPayloads,
  ...namePayloads,
  ...machinePayloads,
  ...stormPayloads,
  ...sessionPayloads,
  ...impostorPayloads,
  ...liarPayloads,
  ...screenPayloads,
  ...internetPayloads,
  ...contentPayloads,
  ...hiddenPayloads,
  ...slowToLookAt,
];
