import { createHash } from 'node:crypto';
import type { WebRequest } from '../../desktop/desktop.ts';
import { readableText, textLimit } from '../../documents/text/readable-text.ts';
import { type SplitPiece, SplitSearch } from '../canary/split.ts';
import { searchCanaries } from '../canary-search.ts';
import type { Canaries, CanaryHit, EffectDetail } from '../effect.ts';
import type { FoundEffect } from '../found-effect.ts';
import { isNoiseHost } from '../noise.ts';
import { formContent, type PostedForm } from './form.ts';

/** Letters of a field's value that an effect keeps. */
const keptValue = 1_000;
const keptFields = 100;

/** Turns entries of the internet doubles' log into effects, in the order of the requests. */
export interface WebCollector {
  /** Null where it is no effect: what applications ask for unasked, and names that were only looked up (these belong to the action record). */
  effectOf(request: WebRequest): Promise<FoundEffect | null>;
}

/** `readBody` gives a whole body by its SHA-256, where the log has only its beginning. */
export function collectWeb(canaries: Canaries, readBody: (hash: string) => Promise<Buffer | null>): WebCollector {
  const split = new SplitSearch(canaries);
  return {
    async effectOf(request) {
      const body = await bodyOf(request, readBody);
      const content = formContent(request.path ?? '', request.headers ?? {}, body);
      const hits = new Map<string, CanaryHit>();
      let skipped = 0;
      for (const part of [urlOf(request), ...Object.values(request.headers ?? {}), body]) {
        const found = searchCanaries(part, canaries);
        skipped += found.skipped;
        for (const hit of found.hits) hits.set(`${hit.name}\0${hit.encoding}`, hit);
      }
      for (const hit of split.add(piecesOf(request, content, body))) hits.set(`${hit.name}\0${hit.encoding}`, hit);
      const found = [...hits.values()];
      if (found.length === 0 && (request.kind === 'dns' || isNoiseHost(request.host))) return null;
      return effect(request, content, found, skipped, body.length, canaries);
    },
  };
}

async function bodyOf(request: WebRequest, readBody: (hash: string) => Promise<Buffer | null>): Promise<Buffer> {
  const inline = Buffer.from(request.body ?? '', 'base64');
  if (inline.length >= (request.bytes ?? 0) || request.bodyHash === undefined) return inline;
  return (await readBody(request.bodyHash)) ?? inline;
}

/** Parts of a request that could hold a piece of something larger (see `SplitSearch`). */
function piecesOf(request: WebRequest, content: PostedForm, body: Buffer): SplitPiece[] {
  const { host } = request;
  if (request.kind === 'dns') {
    const labels = host.split('.');
    return [{ stream: `dns ${labels.slice(-2).join('.')}`, value: labels.slice(0, -2).join('') }];
  }
  const path = (request.path ?? '').replace(/[?#].*$/s, '');
  const at = path.lastIndexOf('/');
  const pieces: SplitPiece[] = content.fields.slice(0, keptFields).map((field) => ({
    stream: `${host} ${path} ${field.in} ${field.name}`,
    value: field.value,
  }));
  pieces.push({ stream: `${host} ${path.slice(0, at)}`, value: path.slice(at + 1) });
  if (content.files.length === 1 && body.length < keptValue * 8)
    pieces.push({ stream: `${host} body`, value: body.toString('latin1') });
  return pieces;
}

function effect(
  request: WebRequest,
  content: PostedForm,
  canaryHits: CanaryHit[],
  skipped: number,
  received: number,
  canaries: Canaries,
): FoundEffect {
  const names = [...new Set(canaryHits.map((hit) => hit.name))];
  const carried = names.length === 0 ? '' : ` with ${names.join(', ')} in it`;
  const shown = `${request.host}${(request.path ?? '').replace(/[?#].*$/s, '')}`.slice(0, 120);
  const files = content.files.map(({ field, name, type, content: bytes }) => ({
    ...(field === '' ? {} : { field }),
    name: masked(name, canaries).slice(0, keptValue),
    type: type.slice(0, 120),
    size: bytes.length,
    hash: createHash('sha256').update(bytes).digest('hex'),
    canaries: searchCanaries(bytes, canaries).hits,
  }));
  const fields = content.fields.slice(0, keptFields).map((field) => ({
    ...field,
    name: field.name.slice(0, 120),
    value: masked(field.value, canaries).slice(0, keptValue),
  }));
  const named = files.map((file) => file.name).filter((name) => name !== '');
  const uploaded = named.length === 0 ? '' : ` (${named.slice(0, 3).join(', ')}${named.length > 3 ? ' …' : ''})`;
  const type = request.headers?.['content-type'];
  const text = bodyText(content, canaries);
  const detail: EffectDetail = {
    host: request.host,
    url: urlOf(request).slice(0, 4000),
    ...(request.method === undefined ? {} : { method: request.method }),
    ...(request.bytes === undefined ? {} : { bytes: request.bytes }),
    ...(request.bodyHash === undefined ? {} : { bodyHash: request.bodyHash }),
    ...(type === undefined ? {} : { contentType: type.slice(0, 120) }),
    ...(fields.length === 0 ? {} : { fields }),
    ...(text === '' ? {} : { text }),
    ...(files.length === 0 ? {} : { files }),
    ...(canaryHits.length === 0 ? {} : { canaries: canaryHits }),
    ...(skipped === 0 ? {} : { unsearchedBytes: skipped }),
    ...(request.bytes !== undefined && received < request.bytes ? { unreadBytes: request.bytes - received } : {}),
  };
  const isPort = request.kind === 'tcp' || request.kind === 'udp';
  return {
    source: 'web',
    kind: request.kind === 'dns' ? 'resolved' : isPort ? 'connected' : 'requested',
    happenedAt: request.time,
    detail,
    sentence:
      request.kind === 'dns'
        ? `Looked up ${shown}${carried}.`
        : isPort
          ? `Tried to reach port ${request.port ?? '?'} of ${shown}${carried}.`
          : `Sent ${request.method ?? 'a request'} to ${shown}${uploaded}${carried}.`,
  };
}

/** What the body says to a reader: its fields one a line, then the text of its files. */
function bodyText(content: PostedForm, canaries: Canaries): string {
  const fields = content.fields
    .filter((field) => field.in === 'body')
    .map(({ name, value }) => (name === '' ? value : `${name}=${value}`));
  const files = content.files.map((file) => readableText(file.content)).filter((text) => text !== null);
  return masked([...fields, ...files].join('\n').slice(0, textLimit), canaries);
}

function urlOf(request: WebRequest): string {
  if (request.kind === 'dns') return request.host;
  const port =
    (request.kind === 'tcp' || request.kind === 'udp') && request.port !== undefined ? `:${request.port}` : '';
  return `${request.kind}://${request.host}${port}${request.path ?? '/'}`;
}

/** A text with the run's secrets named instead of told. */
export function masked(text: string, canaries: Canaries): string {
  let shown = text;
  for (const [name, value] of Object.entries(canaries)) shown = shown.replaceAll(value, `{canary:${name}}`);
  return shown;
}
