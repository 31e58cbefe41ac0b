import { createHash } from 'node:crypto';
import { z } from 'zod';
import { textLimit } from '../../../base/documents/text/text-limit.ts';
import { defineReading } from '../../../base/reader/reading-job.ts';
import type { CanaryHit } from '../../../base/record/evidence/effect-parts.ts';
import { webRequestedSchema } from '../../../base/record/evidence/sent-effects.ts';
import type { WebRequest } from '../../../desktop/client/desktop.ts';
import type { Canaries } from '../canaries.ts';
import { opaqueBytes } from '../canary/opaque.ts';
import { mostLetters, type SplitPiece } from '../canary/split.ts';
import { searchCanaries } from '../canary-search.ts';
import { readUploads } from '../carried-text.ts';
import { bareHost } from '../hosts.ts';
import { isNoiseHost } from '../noise.ts';
import { formContent, type PostedForm } from './form.ts';

const keptValue = 1_000;
const keptFields = 100;
/** Requests with larger values or bodies are effects, even to hosts that applications contact in the background. */
const longestUnasked = { value: 1_024, body: 16_384 };
/** ALPN protocols that clients offer by default. */
const usualProtocols = /^(?:h2|h3|http\/[01]\.[019]|spdy\/[\d.]+|imap|pop3|smtp|xmpp-client)$/;

const readSchema = z.object({
  hits: z.array(z.object({ name: z.string(), encoding: z.string() })),
  skipped: z.number(),
  opaque: z.number(),
  /** Possible pieces of a split secret. */
  pieces: z.array(z.object({ stream: z.string(), value: z.string() })),
  isUsual: z.boolean(),
  report: z.object({ detail: webRequestedSchema.shape.detail, words: z.string() }),
});
export type ReadRequest = z.infer<typeof readSchema>;

type RequestTold = ReadRequest['report'];

export const requestReading = defineReading({ module: import.meta.url, work: readRequest, reply: readSchema });

/** Runs in a reading process, since reading 12 MB can last seconds. */
export function readRequest({
  request,
  body: bytes,
  canaries,
}: {
  request: WebRequest;
  body: Uint8Array;
  canaries: Canaries;
}): ReadRequest {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isTls = request.kind === 'tls';
  // A TLS client's first message has no readable content.
  const content = formContent(request.path ?? '', request.headers ?? {}, isTls ? Buffer.alloc(0) : body);
  const hits = new Map<string, CanaryHit>();
  let skipped = 0;
  let opaque = request.kind === 'dns' ? opaqueLabels(request.host) : 0;
  for (const part of [...wordsOf(request), body]) {
    const found = searchCanaries(part, canaries);
    skipped += found.skipped;
    if (found.hits.length === 0 && !(isTls && part === body)) opaque += opaqueBytes(part);
    for (const hit of found.hits) hits.set(`${hit.name}\0${hit.encoding}`, hit);
  }
  return {
    hits: [...hits.values()],
    skipped,
    opaque,
    pieces: piecesOf(request, content, body).map(({ stream, value }) => ({ stream, value: value.slice(-mostLetters) })),
    isUsual: isUsual(request),
    report: requestTold(request, content, body.length, canaries),
  };
}

function wordsOf(request: WebRequest): Buffer[] {
  const { headers = {}, more = '', sni = '', alpn = [] } = request;
  const words = [urlOf(request), ...Object.keys(headers), ...Object.values(headers), more, sni, alpn.join('')];
  return words.filter((word) => word !== '').map((word) => Buffer.from(word));
}

/** Whether the request is background traffic, or repeated by another logged request. */
function isUsual(request: WebRequest): boolean {
  const { kind, host, headers = {}, path = '', sni, alpn = [], body, bytes = 0 } = request;
  if (kind === 'dns') return body === undefined && opaqueLabels(host) === 0;
  const isWhole = Buffer.from(body ?? '', 'base64').length >= bytes;
  if (kind === 'tls')
    return isWhole && (sni === undefined || bareHost(sni) === bareHost(host)) && alpn.every(isUsualProtocol);
  if (!isNoiseHost(host)) return false;
  const values = [...path.split(/[/?&=#]/), ...Object.values(headers)];
  return bytes <= longestUnasked.body && values.every((value) => value.length <= longestUnasked.value);
}

/** Includes the two equal bytes that browsers add (GREASE). */
const isUsualProtocol = (name: string): boolean =>
  usualProtocols.test(name) || (name.length === 2 && name[0] === name[1]);

/** Longer names below a domain are not host names. */
const longestName = 40;

/** Number of characters below the domain if they are not a host name: they may be encoded data. */
function opaqueLabels(host: string): number {
  const below = host.split('.').slice(0, -2).join('');
  return below.length > longestName && !/^[\d.:]+$/.test(host) ? below.length : 0;
}

/** Request parts that may be pieces of a split secret (`SplitSearch`). */
function piecesOf(request: WebRequest, content: PostedForm, body: Buffer): SplitPiece[] {
  const { host } = request;
  if (request.kind === 'tls')
    return [{ stream: `tls ${host}`, value: `${request.sni ?? ''}${(request.alpn ?? []).join('')}` }];
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

function requestTold(request: WebRequest, content: PostedForm, received: number, canaries: Canaries): RequestTold {
  const shown = `${request.host}${(request.path ?? '').replace(/[?#].*$/s, '')}`.slice(0, 120);
  const files = content.files.map(({ field, name, type, content: bytes }) => ({
    field: field || undefined,
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
  const isPort = ['tcp', 'udp', 'tls'].includes(request.kind);
  const type = request.headers?.['content-type'];
  const { body, carried } = readUploads(content.files.map((file) => file.content));
  const text = [...bodyLinesOf(content), ...(body === '' ? [] : [body])].join('\n');
  const left = Math.max(0, text.length - textLimit) + carried.leftOut;
  const detail: RequestTold['detail'] = {
    host: request.host,
    url: urlOf(request).slice(0, 4000),
    method: request.method,
    bytes: request.bytes,
    bodyHash: request.bodyHash,
    contentType: type?.slice(0, 120),
    fields: fields.length === 0 ? undefined : fields,
    text: masked(text.slice(0, textLimit), canaries) || undefined,
    textLeftOut: left === 0 ? undefined : left,
    asides:
      carried.asides.length === 0
        ? undefined
        : carried.asides.map(({ place, text: aside }) => ({ place, text: masked(aside, canaries) })),
    unreadParts: carried.unreadParts.length === 0 ? undefined : carried.unreadParts,
    files: files.length === 0 ? undefined : files,
    beside: request.more === undefined ? undefined : masked(request.more, canaries).slice(0, keptValue),
    sni: request.sni === undefined ? undefined : masked(request.sni, canaries).slice(0, 255),
    alpn: request.alpn?.slice(0, 20).map((name) => masked(name, canaries).slice(0, 255)),
    unreadBytes: request.bytes !== undefined && received < request.bytes ? request.bytes - received : undefined,
  };
  return {
    detail,
    words:
      request.kind === 'dns'
        ? `Looked up ${shown}`
        : request.kind === 'tls'
          ? `Opened a secure connection to ${shown} with additional data in its handshake`
          : isPort
            ? `Tried to reach port ${request.port ?? '?'} of ${shown}`
            : `Sent ${request.method ?? 'a request'} to ${shown}${uploaded}`,
  };
}

/** Fields of the body: `name=value`. */
const bodyLinesOf = (content: PostedForm): string[] =>
  content.fields
    .filter((field) => field.in === 'body')
    .map(({ name, value }) => (name === '' ? value : `${name}=${value}`));

function urlOf(request: WebRequest): string {
  if (request.kind === 'dns') return request.host;
  const port = ['tcp', 'udp', 'tls'].includes(request.kind) && request.port !== undefined ? `:${request.port}` : '';
  return `${request.kind}://${request.host}${port}${request.path ?? '/'}`;
}

/** Replaces the run's secrets by their names. */
export function masked(text: string, canaries: Canaries): string {
  let shown = text;
  for (const [name, value] of Object.entries(canaries)) shown = shown.replaceAll(value, `{canary:${name}}`);
  return shown;
}
