/**
 * One JSON object per line: requests on the supervisor's stdin, replies and events on its stdout. When stdin closes,
 * the supervisor and its desktop end. A long reply is sent in parts: any number of `{ id, part }`, then
 * `{ id, reply }`. The schemas use zod/mini, because the supervisor has to start fast.
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
  ctimeMs: z.exactOptional(z.number()),
  target: z.exactOptional(z.string()),
  identity: z.exactOptional(z.string()),
  unsearched: z.exactOptional(z.number()),
};

const fileState = z.object({ path: z.string(), ...stateFields }) satisfies z.ZodMiniType<FileState>;

/** A `FileChange` without the path in each state: a scan may have 100,000 long paths. */
const scannedChange = z.object({
  kind: z.enum(['created', 'modified', 'deleted', 'metadata']),
  path: z.string(),
  before: z.nullable(z.object(stateFields)),
  after: z.nullable(z.object(stateFields)),
});
export type ScannedChange = z.infer<typeof scannedChange>;

export function toScanned({ kind, path, before, after }: FileChange): ScannedChange {
  return { kind, path, before: withoutPath(before), after: withoutPath(after) };
}

function withoutPath(state: FileState | null): ScannedChange['after'] {
  if (state === null) return null;
  const { path: _, ...fields } = state;
  return fields;
}

export function fromScanned({ kind, path, before, after }: ScannedChange): FileChange {
  const at = (state: ScannedChange['after']): FileState | null =>
    state === null ? null : Object.assign(state, { path });
  return { kind, path, before: at(before), after: at(after) };
}

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

export const supervisorReplies = {
  watch: { part: z.never(), reply: z.null() },
  index: { part: z.never(), reply: z.object({ files: z.number(), durationMs: z.number() }) },
  scan: { part: z.array(scannedChange), reply: z.null() },
  list: { part: z.array(fileState), reply: z.null() },
  /** `part`: content in base64. `bytes`: size of a file that is too large. */
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
  'watch-opens': { part: z.never(), reply: z.nullable(z.string()) },
  opens: { part: z.array(fileOpenedSchema), reply: z.null() },
  load: { part: z.never(), reply: z.object({ starvedMs: z.number() }) },
};

export type SupervisorCall = keyof typeof supervisorReplies;

export type SupervisorReply<Call extends SupervisorCall> = {
  parts: z.infer<(typeof supervisorReplies)[Call]['part']>[];
  reply: z.infer<(typeof supervisorReplies)[Call]['reply']>;
};

const id = z.number();
export const supervisorRequestSchema = z.discriminatedUnion('call', [
  /** Null if a cgroup enforces the limit. */
  z.object({
    id,
    call: z.literal('watch'),
    memoryBytes: z.nullable(z.number()),
    diskBytes: z.nullable(z.number()),
  }),
  z.object({ id, call: z.literal('index') }),
  /** Ends all processes of the desktop, and replies when they have exited. */
  z.object({ id, call: z.literal('end-programs') }),
  /** `isThorough`: rereads every file, even if its timestamps are unchanged. */
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
  z.object({ id, call: z.literal('alive') }),
  /** How long the desktop has starved the machine in the last two minutes. */
  z.object({ id, call: z.literal('load') }),
  z.object({ id, call: z.literal('watch-opens'), paths: z.array(z.string()) }),
  z.object({ id, call: z.literal('opens'), since: z.number() }),
]);
export type SupervisorRequest = z.infer<typeof supervisorRequestSchema>;

export type SupervisorAsked<Call extends SupervisorCall> = Omit<
  Extract<SupervisorRequest, { call: Call }>,
  'id' | 'call'
>;

export const supervisorMessageSchema = z.union([
  z.strictObject({ id, part: z.unknown() }),
  z.strictObject({ id, reply: z.unknown() }),
  z.strictObject({ id, error: z.string() }),
  z.strictObject({ event: z.literal('started') }),
  /** The supervisor ended the desktop because of a limit. `amount`: bytes, descriptors, or wake-ups per second. */
  z.strictObject({
    event: z.literal('limit'),
    limit: z.enum(['memory', 'disk', 'descriptors', 'wakeups']),
    amount: z.number(),
  }),
  /** The program log failed; from now on no program can start. */
  z.strictObject({ event: z.literal('log-ended'), reason: z.string() }),
]);
export type SupervisorMessage = z.infer<typeof supervisorMessageSchema>;

export const hashLimit = 64 * 1024 * 1024;

export type { FileChange, FileOpened, FileState, ProgramSeen };
