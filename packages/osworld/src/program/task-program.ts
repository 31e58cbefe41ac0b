import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Desktop } from 'osharm';
import { OsharmError } from 'osharm';
import type { ProgramHistory } from 'osharm/task-programs';
import { endText, filesBelow, LineChannel } from 'osharm/task-programs';
import { z } from 'zod';

const workerSource = fileURLToPath(new URL('worker.py', import.meta.url));
const folder = '/tmp/osharm-task';
const port = 4471;
/** Generous, because files are sent over the channel. */
const longestLine = 512 * 2 ** 20;
const connectLimitMs = 20_000;

const callSchema = z.discriminatedUnion('call', [
  z.object({ call: z.literal('setup'), type: z.string(), parameters: z.record(z.string(), z.unknown()) }),
  z.object({ call: z.literal('write'), path: z.string(), content: z.string() }),
  z.object({ call: z.literal('controller'), method: z.string(), parameters: z.record(z.string(), z.unknown()) }),
  z.object({ call: z.literal('getter'), type: z.string(), parameters: z.record(z.string(), z.unknown()) }),
  z.object({
    call: z.literal('metric'),
    func: z.string(),
    result: z.unknown(),
    expected: z.unknown().optional(),
    options: z.record(z.string(), z.unknown()),
  }),
  z.object({
    call: z.literal('model'),
    messages: z.array(
      z.object({
        role: z.enum(['system', 'user', 'assistant']),
        parts: z.array(
          z.discriminatedUnion('type', [
            z.object({ type: z.literal('text'), text: z.string() }),
            z.object({ type: z.literal('image'), png: z.string() }),
          ]),
        ),
      }),
    ),
    max_tokens: z.number().int().positive(),
    temperature: z.number().nullable(),
  }),
]);
export type ProgramCall = z.infer<typeof callSchema>;

export type AnswerCall = (call: ProgramCall, signal: AbortSignal) => Promise<unknown>;

const replySchema = z.union([
  callSchema,
  z.object({ value: z.unknown() }),
  z.object({ failed: z.string(), kind: z.enum(['task', 'refused', 'agent']) }),
]);

const scoreSchema = z.object({ score: z.number(), details: z.record(z.string(), z.unknown()).nullable() });
/** The result of `evaluate`. In OSWorld 2.0 it is a number or a dictionary with `score`. */
export type ProgramScore = z.infer<typeof scoreSchema>;

export const programDescriptionSchema = z.object({
  fields: z.looseObject({
    id: z.coerce.string(),
    instruction: z.string(),
    config: z.array(z.unknown()).nullish(),
    evaluator: z.unknown(),
    related_apps: z.array(z.string()).nullish(),
    user_simulator: z.unknown(),
    intermediate_eval_safe: z.boolean().nullish(),
    volume_size: z.number().nullish(),
  }),
  overrides: z.array(z.enum(['setup', 'evaluate'])),
  phases: z.array(
    z.object({
      name: z.string().nullish(),
      instruction: z.string(),
      gate: z.unknown(),
      gate_min_score: z.number().nullish(),
    }),
  ),
  /** The names that the file uses. `modules`, `packages`, `steps` and `methods` list only those that osharm lacks. */
  used: z.object({
    modules: z.array(z.string()),
    packages: z.array(z.string()),
    getters: z.array(z.string()),
    metrics: z.array(z.string()),
    steps: z.array(z.string()),
    methods: z.array(z.string()),
    ports: z.array(z.string()),
    models: z.array(z.string()),
  }),
});
export type ProgramDescription = z.infer<typeof programDescriptionSchema>;

/**
 * Thrown if the agent's actions prevent the harness from answering a call, which invalidates the result of `evaluate`.
 */
export class UnansweredCall extends Error {
  override readonly name = 'UnansweredCall';
}

/**
 * A running OSWorld 2.0 task, a Python program. It runs in a separate desktop and reaches the desktop under test
 * through calls to `answer`. Handles one request at a time.
 */
export class TaskProgram {
  readonly #channel: LineChannel<z.infer<typeof replySchema>>;
  readonly #answer: AnswerCall;
  #pending: PromiseWithResolvers<unknown> | null = null;
  #signal: AbortSignal = new AbortController().signal;
  /** A failure caused by neither the task nor the agent. */
  #failure: unknown = null;

  constructor(stream: Duplex, answer: AnswerCall) {
    this.#answer = answer;
    this.#channel = new LineChannel({
      input: stream,
      output: stream,
      schema: replySchema,
      longest: longestLine,
      onMessage: (message) => this.#take(message),
      onEnd: (end) => this.#pending?.reject(programError(`The task's program ${endText(end)}.`)),
    });
  }

  /**
   * Starts `file` in a dedicated desktop. `packages` is a folder of Python packages (`pip install --target`). In
   * `describe` mode, missing packages are reported instead of causing an error.
   */
  static async start(
    desktop: Desktop,
    {
      file,
      packages,
      mode,
      answer,
    }: { file: string; packages: string | null; mode: 'run' | 'describe'; answer: AnswerCall },
    signal: AbortSignal,
  ): Promise<TaskProgram> {
    const name = basename(file);
    await place(desktop, workerSource, `${folder}/worker.py`, signal);
    await place(desktop, file, `${folder}/${name}`, signal);
    if (packages !== null)
      for (const path of filesBelow(packages).filter((below) => !below.endsWith('.pyc')))
        await place(desktop, join(packages, path), `${folder}/packages/${path}`, signal);
    await desktop.launch(['python3', `${folder}/worker.py`, `${folder}/${name}`, String(port), mode], { signal });
    return new TaskProgram(await connected(desktop, signal), answer);
  }

  async describe(signal: AbortSignal): Promise<ProgramDescription> {
    return this.#read(programDescriptionSchema, { do: 'describe' }, signal);
  }

  async setup(signal: AbortSignal): Promise<void> {
    await this.#request({ do: 'setup' }, signal);
  }

  async evaluate(history: ProgramHistory, signal: AbortSignal): Promise<ProgramScore> {
    return this.#read(scoreSchema, { do: 'evaluate', history }, signal);
  }

  /** Runs a phase's set-up (0-based) and returns the seconds to wait afterwards. */
  async setupPhase(phase: number, signal: AbortSignal): Promise<number> {
    return this.#read(z.number().nullable(), { do: 'phase_setup', phase }, signal).then((seconds) => seconds ?? 0);
  }

  async evaluatePhase(phase: number, history: ProgramHistory, signal: AbortSignal): Promise<ProgramScore> {
    return this.#read(scoreSchema, { do: 'phase_evaluate', phase, history }, signal);
  }

  close(): void {
    this.#channel.close();
  }

  async #read<Schema extends z.ZodType>(schema: Schema, request: object, signal: AbortSignal) {
    const read = schema.safeParse(await this.#request(request, signal));
    if (read.success) return read.data as z.output<Schema>;
    const issue = read.error.issues[0];
    throw programError(`The task's program gave a malformed answer: ${issue?.path.join('.')}: ${issue?.message}.`);
  }

  async #request(request: object, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const pending = Promise.withResolvers<unknown>();
    const stop = (): void => pending.reject(signal.reason);
    this.#pending = pending;
    this.#signal = signal;
    this.#failure = null;
    signal.addEventListener('abort', stop, { once: true });
    this.#channel.send(request);
    try {
      return await pending.promise;
    } finally {
      signal.removeEventListener('abort', stop);
      this.#pending = null;
    }
  }

  async #take(message: z.infer<typeof replySchema>): Promise<void> {
    if ('call' in message) {
      this.#channel.send(await this.#answered(message));
      return;
    }
    // A result computed after a failed call is invalid.
    if (this.#failure !== null) this.#pending?.reject(this.#failure);
    else if (!('failed' in message)) this.#pending?.resolve(message.value);
    else if (message.kind === 'agent') this.#pending?.reject(new UnansweredCall(message.failed));
    else this.#pending?.reject(programError(`The task's program failed: ${message.failed}.`, message.kind));
  }

  async #answered(call: ProgramCall): Promise<object> {
    try {
      return { value: (await this.#answer(call, this.#signal)) ?? null };
    } catch (error) {
      const blame = error instanceof OsharmError ? error.blame : null;
      if (blame !== 'agent' && blame !== 'task') this.#failure ??= error;
      return { error: (error as Error).message, blame };
    }
  }
}

function programError(message: string, kind: 'task' | 'refused' = 'task'): OsharmError {
  return new OsharmError(message, {
    code: kind === 'refused' ? 'task-program-refused' : 'task-program-failed',
    blame: 'task',
    hint: 'docs/compatibility/osworld-2.md lists what tasks of OSWorld 2.0 can use.',
  });
}

async function place(desktop: Desktop, from: string, to: string, signal: AbortSignal): Promise<void> {
  await desktop.writeFile(to, await readFile(from), { owner: 'user', signal });
}

async function connected(desktop: Desktop, signal: AbortSignal): Promise<Duplex> {
  const end = Date.now() + connectLimitMs;
  for (;;) {
    try {
      return await desktop.connect(port, signal);
    } catch (error) {
      if (signal.aborted || Date.now() > end) throw error;
      await wait(100, undefined, { signal });
    }
  }
}
