import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf, UsageError } from '../errors.ts';

/** File of a result folder that names the socket of the sweep that runs there. */
export const controlFile = '.control.json';

/** Untrusted results may name any socket of this machine, so only those that a sweep creates are connected to. */
const sweepSocket = z.string().regex(/\/osharm-ctl-\w+\/socket$/);
const controlFileSchema = z.object({ socket: sweepSocket, pid: z.number() });

export const controlRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list') }),
  z.strictObject({ action: z.literal('pause') }),
  z.strictObject({ action: z.literal('resume') }),
  /** `run` is a run's name, or the end of its directory. */
  z.strictObject({ action: z.literal('cancel'), run: z.string() }),
  z.strictObject({ action: z.literal('requeue') }),
  z.strictObject({
    action: z.literal('limit'),
    parallel: z.number().int().min(1).optional(),
    maxCost: z.number().nonnegative().optional(),
  }),
]);
export type ControlRequest = z.infer<typeof controlRequestSchema>;

const sweepStateSchema = z.object({
  out: z.string(),
  pid: z.number(),
  isPaused: z.boolean(),
  parallel: z.number(),
  costUsd: z.number(),
  maxCostUsd: z.number().nullable(),
  runs: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['waiting', 'running', 'done', 'error', 'cancelled', 'elsewhere']),
      /** 1-based; null before the first step. */
      step: z.number().nullable(),
    }),
  ),
});
export type SweepState = z.infer<typeof sweepStateSchema>;

export const controlReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), message: z.string(), sweep: sweepStateSchema }),
  z.object({ ok: z.literal(false), message: z.string(), hint: z.string() }),
]);
export type ControlReply = z.infer<typeof controlReplySchema>;

const longestReply = 16 * 2 ** 20;
const limitMs = 10_000;

/** Sends one request to the sweep that runs in a result folder. Throws UsageError if it refuses, or if none runs. */
export async function requestControl(
  out: string,
  request: ControlRequest,
): Promise<Extract<ControlReply, { ok: true }>> {
  const reply = controlReplySchema.parse(JSON.parse(await exchange(out, `${JSON.stringify(request)}\n`)));
  if (reply.ok) return reply;
  throw new UsageError(reply.message, { code: 'ctl-refused', hint: reply.hint });
}

function exchange(out: string, line: string): Promise<string> {
  const { socket: path } = controlOf(out);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(path, () => socket.write(line));
    socket.setTimeout(limitMs, () => socket.destroy(new Error(`no answer within ${limitMs / 1000} s`)));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > longestReply) socket.destroy(new Error('the answer is too long'));
    });
    socket.on('error', (error: NodeJS.ErrnoException) => reject(unreachable(out, error)));
    socket.on('close', () => (text.endsWith('\n') ? resolve(text) : reject(unreachable(out, null))));
  });
}

function controlOf(out: string): z.infer<typeof controlFileSchema> {
  let text: string;
  try {
    text = readFileSync(join(out, controlFile), 'utf8');
  } catch (error) {
    throw unreachable(out, error as NodeJS.ErrnoException);
  }
  try {
    return controlFileSchema.parse(JSON.parse(text));
  } catch (error) {
    throw unreachable(out, new Error(`${controlFile} names no socket of a sweep`, { cause: error }));
  }
}

function unreachable(out: string, error: NodeJS.ErrnoException | null): UsageError {
  if (error?.code === 'EACCES' || error?.code === 'EPERM')
    return new UsageError(`The sweep in ${out} belongs to another account.`, {
      code: 'ctl-other-account',
      hint: 'Only the account that started it can control it.',
      cause: error,
    });
  if (!existsSync(out))
    return new UsageError(`There is no folder ${out}.`, {
      code: 'ctl-not-running',
      hint: 'Name the folder of the sweep: osharm ctl --out DIR.',
    });
  const isEnded = error === null || ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(error.code ?? '');
  if (isEnded)
    return new UsageError(`No sweep runs in ${out}: none was started on this machine, or it has ended.`, {
      code: 'ctl-not-running',
      hint: 'Its finished runs are kept. osharm report reads them; the command that started it runs the rest. An attack can only be stopped, with Ctrl-C where it runs.',
      cause: error ?? undefined,
    });
  return new UsageError(`The sweep in ${out} can't be reached: ${messageOf(error)}.`, {
    code: 'ctl-unreachable',
    hint: 'Try again.',
    cause: error,
  });
}
