import type { IncomingMessage } from 'node:http';
import { boundaryOf, readMultipart } from './multipart.ts';
import { PageError } from './reply.ts';

const largestBody = 256 << 20;

export interface GuestRequest {
  readonly query: URLSearchParams;
  /** Aborts at the route's deadline or when the client disconnects. */
  readonly signal: AbortSignal;
  readonly message: IncomingMessage;
  json(): Promise<Record<string, unknown>>;
  /** The fields of a form, without files. */
  form(): Promise<Map<string, string>>;
}

async function wholeBody(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of message) {
    length += (part as Buffer).length;
    if (length > largestBody) throw new PageError(413);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

async function readForm(message: IncomingMessage): Promise<Map<string, string>> {
  const type = message.headers['content-type'] ?? '';
  const boundary = boundaryOf(type);
  if (boundary === null) {
    const body = await wholeBody(message);
    if (!/^application\/x-www-form-urlencoded/i.test(type)) return new Map();
    return new Map([...new URLSearchParams(body.toString('utf8'))]);
  }
  const fields = new Map<string, string>();
  let open: { name: string; parts: Buffer[]; bytes: number } | null = null;
  await readMultipart(message, boundary, {
    async begin(name, fileName) {
      open = fileName === null ? { name, parts: [], bytes: 0 } : null;
    },
    async data(chunk) {
      if (!open) return;
      open.bytes += chunk.length;
      if (open.bytes > largestBody) throw new PageError(413);
      open.parts.push(Buffer.from(chunk));
    },
    async end() {
      if (open) fields.set(open.name, Buffer.concat(open.parts).toString('utf8'));
    },
  });
  return fields;
}

/**
 * `json()` rejects with `PageError`, like Flask and OSWorld's handlers: 415 for another content type, 400 for invalid
 * JSON, and 500 for JSON that is not an object.
 */
export function guestRequest(message: IncomingMessage, query: URLSearchParams, signal: AbortSignal): GuestRequest {
  return {
    query,
    signal,
    message,
    async json() {
      if (!/^application\/([^;]*\+)?json\s*(;|$)/i.test(message.headers['content-type'] ?? '')) {
        throw new PageError(415);
      }
      const body = await wholeBody(message);
      let value: unknown;
      try {
        value = JSON.parse(body.toString('utf8'));
      } catch {
        throw new PageError(400);
      }
      if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new PageError(500);
      return value as Record<string, unknown>;
    },
    form: () => readForm(message),
  };
}
