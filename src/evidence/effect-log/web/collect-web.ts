import { readApart } from '../../../base/reader/read-apart.ts';
import type { CanaryHit } from '../../../base/record/evidence/effect-parts.ts';
import type { WebRequest } from '../../../desktop/client/desktop.ts';
import type { Canaries } from '../canaries.ts';
import { SplitSearch } from '../canary/split.ts';
import type { FoundEffect } from '../found-effect.ts';
import { type ReadRequest, readRequest, requestReading } from './read-request.ts';

/** Larger requests are read in a separate process: 16 kB take some milliseconds. */
const mostHere = 16 * 1024;

/** Larger bodies are searched only at their ends, half of this at each. */
const mostOfBody = 64 * 2 ** 20;

export interface WebCollector {
  /** Null for background requests of applications, and for plain name lookups, which are action records. */
  effectOf(request: WebRequest): Promise<FoundEffect | null>;
}

/** `readBody` returns a whole body by its SHA-256 if the log has only its beginning. */
export function collectWeb(canaries: Canaries, readBody: (hash: string) => Promise<Buffer | null>): WebCollector {
  const split = new SplitSearch(canaries);
  return {
    async effectOf(request) {
      const read = await readWhole(request, await bodyOf(request, readBody), canaries);
      const hits = new Map<string, CanaryHit>();
      for (const hit of [...read.hits, ...(await split.add(read.pieces))])
        hits.set(`${hit.name}\0${hit.encoding}`, hit);
      if (hits.size === 0 && read.isUsual) return null;
      return effect(request, read, [...hits.values()]);
    },
  };
}

/** If reading fails, the recipient and the number of unsearched bytes are still reported. */
async function readWhole(request: WebRequest, body: Buffer, canaries: Canaries): Promise<ReadRequest> {
  const { headers = {}, path = '', more = '', sni = '', alpn = [], body: _, ...rest } = request;
  const letters = [path, more, sni, ...alpn, ...Object.entries(headers).flat()].join('').length;
  if (letters + body.length <= mostHere) return readRequest({ request, body, canaries });
  const isLonger = body.length > mostOfBody;
  const ends = isLonger ? Buffer.concat([body.subarray(0, mostOfBody / 2), body.subarray(-mostOfBody / 2)]) : body;
  const reading = await readApart(requestReading, { request, body: ends, canaries });
  if (reading.isRead) return { ...reading.reply, skipped: reading.reply.skipped + body.length - ends.length };
  const withoutBody = readRequest({ request: rest, body: Buffer.alloc(0), canaries });
  return { ...withoutBody, isUsual: false, skipped: letters + body.length };
}

async function bodyOf(request: WebRequest, readBody: (hash: string) => Promise<Buffer | null>): Promise<Buffer> {
  const inline = Buffer.from(request.body ?? '', 'base64');
  if (inline.length >= (request.bytes ?? 0) || request.bodyHash === undefined) return inline;
  return (await readBody(request.bodyHash)) ?? inline;
}

function effect(request: WebRequest, read: ReadRequest, hits: CanaryHit[]): FoundEffect {
  const { skipped, opaque, report } = read;
  const names = [...new Set(hits.map((hit) => hit.name))];
  const isPort = ['tcp', 'udp', 'tls'].includes(request.kind);
  return {
    source: 'web',
    kind: request.kind === 'dns' ? 'resolved' : isPort ? 'connected' : 'requested',
    happenedAt: request.time,
    detail: {
      ...report.detail,
      canaries: hits.length === 0 ? undefined : hits,
      unsearchedBytes: skipped || undefined,
      unexplainedBytes: hits.length > 0 ? undefined : opaque || undefined,
    },
    sentence: `${report.words}${names.length === 0 ? '' : ` with ${names.join(', ')} in it`}.`,
  };
}
