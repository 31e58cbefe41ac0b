import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';

/** A message to a reader process. Byte arrays in `input` and `value` follow the message as raw bytes. */
export type ToReader =
  | { kind: 'read'; id: number; module: string; name: string; input: unknown; replyBytes: number }
  | { kind: 'answer'; id: number; question: number; value: unknown }
  | { kind: 'refuse'; id: number; question: number };

/** A message from a reader process, one line of JSON. */
export const fromReaderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('begun'), id: z.number() }),
  z.object({ kind: z.literal('reply'), id: z.number(), reply: z.unknown(), residentBytes: z.number() }),
  z.object({ kind: z.literal('failed'), id: z.number(), message: z.string(), residentBytes: z.number() }),
  /** The job raised an OsharmError, which the caller rethrows. */
  z.object({
    kind: z.literal('raised'),
    id: z.number(),
    message: z.string(),
    code: z.string(),
    blame: z.enum(['harness', 'environment', 'model', 'agent', 'task']),
    isRetryable: z.boolean(),
    hint: z.string().optional(),
  }),
  z.object({
    kind: z.literal('ask'),
    id: z.number(),
    question: z.number(),
    call: z.string(),
    parameters: z.array(z.union([z.string(), z.array(z.string())])),
  }),
]);
export type FromReader = z.infer<typeof fromReaderSchema>;

const lengths = 8;

interface Beside {
  besideAt: number;
  bytes: number;
}

/** Serializes a message as a sequence of chunks: lengths, JSON, byte arrays. */
export function packMessage(message: ToReader): Uint8Array[] {
  const beside: Uint8Array[] = [];
  let at = 0;
  const set = (value: unknown): unknown => {
    if (value instanceof Uint8Array) {
      const place: Beside = { besideAt: at, bytes: value.byteLength };
      beside.push(value);
      at += value.byteLength;
      return place;
    }
    if (Array.isArray(value) && value.some((item) => item instanceof Uint8Array)) return value.map(set);
    return value;
  };
  let copied: ToReader = message;
  if (message.kind === 'answer') copied = { ...message, value: set(message.value) };
  else if (message.kind === 'read' && isPlainObject(message.input))
    copied = {
      ...message,
      input: Object.fromEntries(Object.entries(message.input).map(([key, value]) => [key, set(value)])),
    };
  const head = serialize(copied);
  const sizes = Buffer.alloc(lengths);
  sizes.writeUInt32LE(head.length, 0);
  sizes.writeUInt32LE(at, 4);
  return [sizes, head, ...beside];
}

export class MessageUnpacker {
  #chunks: Buffer[] = [];
  #length = 0;

  /** Adds a chunk and returns the messages that are now complete. */
  take(chunk: Buffer): ToReader[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const found: ToReader[] = [];
    for (;;) {
      if (this.#length < lengths) return found;
      const first = this.#chunks[0] as Buffer;
      if (first.length < lengths) this.#chunks = [Buffer.concat(this.#chunks)];
      const start = this.#chunks[0] as Buffer;
      const [head, beside] = [start.readUInt32LE(0), start.readUInt32LE(4)];
      const whole = lengths + head + beside;
      if (this.#length < whole) return found;
      const all = this.#chunks.length === 1 ? start : Buffer.concat(this.#chunks);
      const bytes = all.subarray(lengths + head, whole);
      found.push(unpacked(deserialize(all.subarray(lengths, lengths + head)), bytes));
      this.#chunks = whole === all.length ? [] : [all.subarray(whole)];
      this.#length -= whole;
    }
  }
}

function unpacked(message: ToReader, bytes: Buffer): ToReader {
  const set = (value: unknown): unknown => {
    if (isBeside(value)) return bytes.subarray(value.besideAt, value.besideAt + value.bytes);
    return Array.isArray(value) && value.some(isBeside) ? value.map(set) : value;
  };
  if (message.kind === 'answer') return { ...message, value: set(message.value) };
  if (message.kind !== 'read' || !isPlainObject(message.input)) return message;
  const input = Object.fromEntries(Object.entries(message.input).map(([key, value]) => [key, set(value)]));
  return { ...message, input };
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isBeside = (value: unknown): value is Beside =>
  typeof value === 'object' && value !== null && 'besideAt' in value && 'bytes' in value;
