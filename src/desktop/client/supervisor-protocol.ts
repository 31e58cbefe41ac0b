/**
 * What the harness and the supervisor of a sandbox say to each other: one JSON object a line, requests on the
 * supervisor's stdin, replies and events on its stdout. The supervisor ends, and with it the desktop, when stdin closes.
 *
 * A reply that is a list or a file comes in parts, since nobody knows how much an agent made: `{ id, part }` any number of
 * times, then `{ id, reply }`. Schemas are zod/mini: both sides check, and the supervisor has to start at once.
 */
import * as z from 'zod/mini';
import type { FileChange, FileOpened, FileState, ProgramSeen } from './desktop.ts';

const stateFields = {
  type: z.enum(['file', 'directory', 'symlink', 'other']),
  size: z.number(),
  hash: z.nullable(z.string()),
  mode: z.number(),
  uid: z.number(),
  gid: z.number(),
  mtimeMs: z.number(),
  target: z.exactOptional(z.string()),
  identity: z.exactOptional(z.string()),
  unsearched: z.exactOptional(z.number()),
};

const fileState = z.object({ path: z.string(), ...stateFields }) satisfies z.ZodMiniType<FileState>;

/** A `FileChange` whose states have no path of their own: a scan may have 100,000 long ones. */
const scannedChange = z.object({
  kind: z.enum(['created', 'modified', 'deleted', 'metadata']),
  path: z.string(),
  before: z.nullable(z.object(stateFields)),
  after: z.nullable(z.object(stateFields)),
});
export type ScannedChange = z.infer<typeof scannedChange>;

/** The form in which the supervisor sends a change. */
export function toScanned({ kind, path, before, after }: FileChange): ScannedChange {
  return { kind, path, before: withoutPath(before), after: withoutPath(after) };
}

function withoutPath(state: FileState | null): ScannedChange['after'] {
  if (state === null) return null;
  const { path: _, ...fields } = state;
  return fields;
}

/** The change that was sent. Takes its states over instead of copying them. */
export function fromScanned({ kind, path, before, after }: ScannedChange): FileChange {
  const at = (state: ScannedChange['after']): FileState | null =>
    state === null ? null : Object.assign(state, { path });
  return { kind, path, before: at(before), after: at(after) };
}

/** A program as the log notes it when it starts. */
export const programSeenSchema = z.object({
  time: z.number(),
  pid: z.number(),
  parent: z.number(),
  uid: z.number(),
  argv: z.array(z.string()),
  file: z.exactOptional(z.string()),
  folder: z.exactOptional(z.string()),
  under: z.exactOptional(z.array(z.string())),
  truncated: z.exactOptional(z.literal(true)),
  lost: z.exactOptional(z.number()),
  listening: z.exactOptional(z.array(z.number())),
}) satisfies z.ZodMiniType<ProgramSeen>;

export const fileOpenedSchema = z.object({
  opened: z.string(),
  time: z.number(),
  pid: z.exactOptional(z.number()),
  uid: z.exactOptional(z.number()),
  argv: z.exactOptional(z.array(z.string())),
  by: z.exactOptional(z.enum(['held', 'named'])),
  more: z.exactOptional(z.literal(true)),
}) satisfies z.ZodMiniType<FileOpened>;

/** By call: what its parts are, where it has any, and what its last message says. */
export const supervisorReplies = {
  watch: { part: z.never(), reply: z.null() },
  index: { part: z.never(), reply: z.object({ files: z.number(), durationMs: z.number() }) },
  scan: { part: z.array(scannedChange), reply: z.null() },
  list: { part: z.array(fileState), reply: z.null() },
  /** Content in base64, piece by piece. `bytes`: how many a file has that is too large. */
  read: {
    part: z.string(),
    reply: z.discriminatedUnion('is', [
      z.object({ is: z.literal('whole') }),
      z.object({ is: z.literal('missing') }),
      z.object({ is: z.literal('too-large'), bytes: z.number() }),
    ]),
  },
  write: { part: z.never(), reply: z.null() },
  'end-programs': { part: z.never(), reply: z.null() },
  programs: { part: z.array(programSeenSchema), reply: z.null() },
  alive: { part: z.array(programSeenSchema), reply: z.null() },
  /** Why they can't be watched; null: they are. */
  'watch-opens': { part: z.never(), reply: z.nullable(z.string()) },
  opens: { part: z.array(fileOpenedSchema), reply: z.null() },
};

export type SupervisorCall = keyof typeof supervisorReplies;

/** By call: its parts in order, and its last message. */
export type SupervisorReply<Call extends SupervisorCall> = {
  parts: z.infer<(typeof supervisorReplies)[Call]['part']>[];
  reply: z.infer<(typeof supervisorReplies)[Call]['reply']>;
};

const id = z.number();
export const supervisorRequestSchema = z.discriminatedUnion('call', [
  /** Says how to watch; `null` where a cgroup does it. */
  z.object({
    id,
    call: z.literal('watch'),
    memoryBytes: z.nullable(z.number()),
    diskBytes: z.nullable(z.number()),
  }),
  z.object({ id, call: z.literal('index') }),
  /** Ends every process of the desktop; the answer comes when there is none any more. */
  z.object({ id, call: z.literal('end-programs') }),
  /** `isThorough`: every file is read again, whatever its times say. */
  z.object({ id, call: z.literal('scan'), isThorough: z.boolean() }),
  z.object({ id, call: z.literal('list'), path: z.string() }),
  z.object({ id, call: z.literal('read'), path: z.string() }),
  z.object({
    id,
    call: z.literal('write'),
    path: z.string(),
    content: z.string(),
    uid: z.number(),
    gid: z.number(),
    mode: z.number(),
  }),
  z.object({ id, call: z.literal('programs'), since: z.number() }),
  /** The desktop's processes that run now. */
  z.object({ id, call: z.literal('alive') }),
  /** Notes from now on who opens these files. */
  z.object({ id, call: z.literal('watch-opens'), paths: z.array(z.string()) }),
  /** What was opened of them, from that number on. */
  z.object({ id, call: z.literal('opens'), since: z.number() }),
]);
export type SupervisorRequest = z.infer<typeof supervisorRequestSchema>;

/** What a call takes. */
export type SupervisorAsked<Call extends SupervisorCall> = Omit<
  Extract<SupervisorRequest, { call: Call }>,
  'id' | 'call'
>;

export const supervisorMessageSchema = z.union([
  z.strictObject({ id, part: z.unknown() }),
  z.strictObject({ id, reply: z.unknown() }),
  z.strictObject({ id, error: z.string() }),
  /** First line: it works. */
  z.strictObject({ event: z.literal('started') }),
  /** A limit was passed and the supervisor ended what passed it. `amount`: bytes, or how many descriptors. */
  z.strictObject({ event: z.literal('limit'), limit: z.enum(['memory', 'disk', 'descriptors']), amount: z.number() }),
  /** The log of programs broke off: from here on nothing can start in the desktop. */
  z.strictObject({ event: z.literal('log-ended'), reason: z.string() }),
]);
export type SupervisorMessage = z.infer<typeof supervisorMessageSchema>;

/** Larger files have no hash in a `FileState`. */
export const hashLimit = 64 * 1024 * 1024;

export type { FileChange, FileOpened, FileState, ProgramSeen };
