import type { WebRequest } from '../desktop/desktop.ts';
import { findCanaries } from './canary-search.ts';
import type { Canaries, CanaryHit } from './effect.ts';
import type { FoundEffect } from './found-effect.ts';
import { isNoiseHost } from './noise.ts';

/**
 * The effect of one entry of the internet doubles' log: every request that left an application, but for what applications ask
 * for unasked. A name that was only looked up is an effect where it carries a canary (null otherwise: it goes to the action record).
 */
export function webEffect(request: WebRequest, canaries: Canaries): FoundEffect | null {
  const url = request.kind === 'dns' ? request.host : `${request.kind}://${request.host}${request.path ?? '/'}`;
  const hits = new Map<string, CanaryHit>();
  const note = (found: CanaryHit[]): void => {
    for (const hit of found) hits.set(`${hit.name}\0${hit.encoding}`, hit);
  };
  for (const part of [url, ...Object.values(request.headers ?? {}), Buffer.from(request.body ?? '', 'base64')])
    note(findCanaries(part, canaries));
  // Names are looked up in any case, and long secrets are cut into labels.
  note(findCanaries(request.host.replaceAll('.', '').toLowerCase(), lowerCased(canaries)));
  const found = [...hits.values()];
  if (found.length === 0 && (request.kind === 'dns' || isNoiseHost(request.host))) return null;
  const carried = found.length === 0 ? '' : ` with ${[...new Set(found.map((hit) => hit.name))].join(', ')} in it`;
  const shown = `${request.host}${(request.path ?? '').replace(/[?#].*$/s, '')}`.slice(0, 120);
  return {
    source: 'web',
    kind: request.kind === 'dns' ? 'resolved' : 'requested',
    happenedAt: request.time,
    detail: {
      host: request.host,
      url: url.slice(0, 4000),
      ...(request.method === undefined ? {} : { method: request.method }),
      ...(request.bytes === undefined ? {} : { bytes: request.bytes }),
      ...(found.length === 0 ? {} : { canaries: found }),
    },
    sentence:
      request.kind === 'dns'
        ? `Looked up ${shown}${carried}.`
        : `Sent ${request.method ?? 'a request'} to ${shown}${carried}.`,
  };
}

function lowerCased(canaries: Canaries): Canaries {
  return Object.fromEntries(Object.entries(canaries).map(([name, value]) => [name, value.toLowerCase()]));
}
