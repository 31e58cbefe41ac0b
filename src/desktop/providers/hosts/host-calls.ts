import { z } from 'zod';
import type { Desktop, DesktopEnd } from '../../client/desktop.ts';
import { errorFrom, errorMessage, errorSchema } from './error-message.ts';

/** Headers of every request from a client to a host of desktops. */
export const callHeaders = {
  /** Random; identifies the client across reconnections. */
  client: 'osharm-client',
  /** Identifies the call across repetitions: a host executes a call once. */
  call: 'osharm-call',
  /** Earlier calls whose answers arrived, separated by commas. */
  received: 'osharm-received',
  version: 'osharm-version',
} as const;

/** A client that was silent for this many milliseconds loses its desktops. */
export const graceMs = 60_000;
/** Buffers of at least this many bytes are sent once per client, and referred to by their SHA-256. */
export const sentOnceFrom = 65_536;

/** Index of the parameter that is a signal, or options with one. Null for methods without a signal. */
const signalOf = {
  health: [0, 'signal'],
  observe: [0, 'options'],
  screenshot: [0, 'signal'],
  accessibilityTree: [0, 'signal'],
  settle: [1, 'signal'],
  windows: [0, 'signal'],
  clipboard: [0, 'signal'],
  terminal: [0, 'signal'],
  journal: [1, 'signal'],
  execute: [1, 'options'],
  releaseInput: [0, 'signal'],
  exec: [1, 'options'],
  launch: [1, 'options'],
  openFile: [1, 'signal'],
  activateWindow: [1, 'options'],
  closeWindow: [1, 'options'],
  writeFile: [2, 'options'],
  readFile: [1, 'signal'],
  listFiles: [1, 'signal'],
  startRecording: [0, 'signal'],
  endRecording: [0, 'signal'],
  indexFiles: [0, 'signal'],
  endPrograms: [0, 'signal'],
  scanFiles: [0, 'signal'],
  programsSeen: null,
  isServed: null,
  starvedMs: [0, 'signal'],
  processesAlive: null,
  watchOpens: [1, 'signal'],
  filesOpened: null,
  webLog: null,
  webBody: null,
  serveSites: [1, 'signal'],
  placeMail: [1, 'signal'],
  close: null,
} as const satisfies Partial<Record<keyof Desktop, readonly [number, 'signal' | 'options'] | null>>;

export type HostedMethod = keyof typeof signalOf;
export const hostedMethods = Object.keys(signalOf) as HostedMethod[];

/** Methods that not every desktop has. */
export const optionalMethods = [
  'clipboard',
  'terminal',
  'releaseInput',
  'endPrograms',
  'isServed',
  'starvedMs',
  'processesAlive',
  'watchOpens',
  'filesOpened',
  'control',
] as const satisfies readonly (keyof Desktop)[];

/** Splits the signal from a call's arguments, since it can't be sent. */
export function withoutSignal(method: HostedMethod, args: readonly unknown[]): [unknown[], AbortSignal | undefined] {
  const place = signalOf[method];
  if (place === null) return [[...args], undefined];
  const [index, kind] = place;
  const given = args[index];
  if (kind === 'signal') return [args.slice(0, index), given as AbortSignal | undefined];
  const { signal, ...options } = (given ?? {}) as { signal?: AbortSignal };
  return [[...args.slice(0, index), options], signal];
}

export function withSignal(method: HostedMethod, args: readonly unknown[], signal: AbortSignal): unknown[] {
  const place = signalOf[method];
  if (place === null) return [...args];
  const [index, kind] = place;
  const before = Array.from({ length: index }, (_, position) => args[position] ?? undefined);
  return [...before, kind === 'signal' ? signal : { ...(args[index] as object | undefined), signal }];
}

const endSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running') }),
  z.object({ state: z.literal('closed') }),
  z.object({ state: z.literal('destroyed'), reason: z.string() }),
  z.object({ state: z.literal('failed'), error: errorSchema }),
]);

/** A desktop's state, sent with every answer. */
export const desktopFacts = z.object({ end: endSchema, notes: z.array(z.string()) });
export type DesktopFacts = z.infer<typeof desktopFacts>;

export function describeDesktop(desktop: Desktop): DesktopFacts {
  const end = desktop.state();
  const notes = [...(desktop.notes?.() ?? [])];
  return end.state === 'failed' ? { end: { state: 'failed', error: errorMessage(end.error) }, notes } : { end, notes };
}

export function endFrom({ end }: DesktopFacts): DesktopEnd {
  return end.state === 'failed' ? { state: 'failed', error: errorFrom(end.error) } : end;
}

/** Body of `POST /call`, as `encodeMessage` writes it. `desktop` is null for calls to the host itself. */
export const callSchema = z.object({
  desktop: z.string().nullable(),
  method: z.string(),
  args: z.array(z.unknown()),
  /** writeFile: SHA-256 (hex) of content that was uploaded separately. */
  content: z.string().optional(),
});
export type HostCall = z.infer<typeof callSchema>;

export const answerSchema = z.object({
  result: z.unknown().optional(),
  error: errorSchema.optional(),
  facts: desktopFacts.optional(),
});
export type CallAnswer = z.infer<typeof answerSchema>;

/** The answer to `create`. */
export const createdSchema = z.object({
  id: z.string(),
  provider: z.string(),
  image: z.string(),
  startTimings: z.record(z.string(), z.number()).optional(),
  has: z.array(z.enum(optionalMethods)),
});

/** The answer to `info`. `time`: Unix milliseconds. */
export const infoSchema = z.object({
  version: z.string(),
  capacity: z.number(),
  open: z.number(),
  image: z.string().nullable(),
  time: z.number(),
});
export type HostInfo = z.infer<typeof infoSchema>;

/** The answer to `alive`: the client's desktops by id. */
export const aliveSchema = z.record(z.string(), desktopFacts);
