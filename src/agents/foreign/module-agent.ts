import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { OsharmError } from '../../base/errors.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { siblingProgram } from '../../base/record/sibling-program.ts';
import type { Agent, AgentReply, PredictInput, RememberedStep, RestoreMemory } from '../agent.ts';
import { CallPort } from './call-port.ts';
import { type LoadRequest, modelMissing, readySchema, type WrappedModel } from './module-load.ts';
import { ProgramTree } from './program-tree.ts';
import { checkedAgent } from './read-reply.ts';

export interface ModuleAgentOptions {
  settings: RunSettings;
  /** Names one agent of a plug-in's module. */
  part?: string | undefined;
  /** Creates the agent that would run without `--agent`, for agents that wrap it. */
  createModelAgent(): Agent;
  environment: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal | undefined;
  loadLimitMs?: number;
}

const longestLoad = 60_000;
const longestClose = 2000;

const modelCallSchema = z.object({ agent: z.number(), input: z.unknown() });

/**
 * An agent from a user's file that exports `createAgent(context)`, which may be async, or `agent`. Runs in a separate
 * process, so that code that blocks the event loop can be killed. Throws OsharmError `agent-invalid` if it exports
 * neither, `agent-file-failed` if it can't be loaded, `agent-timeout` if loading takes too long.
 */
export async function moduleAgent(file: string, options: ModuleAgentOptions): Promise<Agent> {
  const tree = new ProgramTree(options.environment);
  const child = startProgram(tree.environment);
  const models = new ModelAgents(options.createModelAgent);
  const port = new CallPort(
    (message) => {
      if (child.connected) child.send(message as object);
    },
    (name, value, signal) => models.answer(name, value, signal),
  );
  child.on('message', (message) => {
    try {
      port.take(message);
    } catch {
      tree.killGroup(child.pid);
    }
  });
  const failed = (how: string): OsharmError =>
    new OsharmError(`The agent file ${file} ${how}.`, { code: 'agent-failed', blame: 'agent' });
  child.once('error', (error) => port.end(failed(`can't be run: ${error.message}`)));
  child.once('exit', (code, signal) => port.end(failed(`ended its process with ${signal ?? code}`)));

  const close = async (): Promise<void> => {
    await models.close();
    // A process that still owes an answer doesn't handle `close`.
    if (!port.isWaiting && child.connected) {
      const closing = port.call('close', null).catch(() => undefined);
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, longestClose);
      await Promise.race([closing, timer.promise]);
      clearTimeout(timeout);
    }
    const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
    const over = isRunning ? once(child, 'exit') : null;
    await tree.end(child.pid);
    await over;
  };

  const limit = options.loadLimitMs ?? longestLoad;
  const { name, isReference, hasSnapshots, remembers } = await load();
  const snapshot = async (): Promise<RestoreMemory> => {
    const kept = await port.call('snapshot', null);
    return async () => {
      await port.call('restore', kept);
    };
  };
  return checkedAgent({
    name,
    isReference,
    predict: async (input: PredictInput, signal) => (await port.call('predict', input, signal)) as AgentReply,
    remember: remembers ? async (...step) => ((await port.call('remember', step)) ?? {}) as RememberedStep : undefined,
    snapshot: hasSnapshots ? snapshot : undefined,
    close,
  });

  async function load(): Promise<z.infer<typeof readySchema>> {
    const stopped = Promise.withResolvers<never>();
    const onStop = (): void => stopped.reject(options.signal?.reason);
    const timeout = setTimeout(
      () =>
        stopped.reject(
          new OsharmError(`Loading the agent file ${file} took longer than ${limit / 1000} s.`, {
            code: 'agent-timeout',
            blame: 'agent',
          }),
        ),
      limit,
    );
    options.signal?.addEventListener('abort', onStop, { once: true });
    try {
      options.signal?.throwIfAborted();
      const { settings } = options;
      const request: LoadRequest = { file, part: options.part ?? null, settings, model: models.described() };
      const loading = port.call('load', request);
      return readySchema.parse(await Promise.race([loading, stopped.promise]));
    } catch (error) {
      await close();
      throw error instanceof OsharmError && error.code === modelMissing ? models.failure : error;
    } finally {
      clearTimeout(timeout);
      options.signal?.removeEventListener('abort', onStop);
    }
  }
}

/** The model agents that a user's agent wraps. They stay in this process, with its keys, limits and records. */
class ModelAgents {
  readonly #create: () => Agent;
  readonly #agents: Agent[] = [];

  /** Why no model agent can be created. Reported only if the user's agent requests one. */
  failure: unknown;

  constructor(create: () => Agent) {
    this.#create = create;
  }

  described(): WrappedModel | null {
    try {
      const { name, isReference } = this.#create();
      return { name, isReference };
    } catch (error) {
      this.failure = error;
      return null;
    }
  }

  async answer(name: string, value: unknown, signal: AbortSignal): Promise<unknown> {
    if (name === 'create-model') {
      this.#agents.push(this.#create());
      return this.#agents.length - 1;
    }
    const { agent, input } = modelCallSchema.parse(value);
    return this.#agents[agent]?.predict(input as PredictInput, signal);
  }

  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.close?.()));
  }
}

/** A separate process group, so that its children end with it. Output goes to stderr; stdout is osharm's. */
function startProgram(environment: ModuleAgentOptions['environment']): ChildProcess {
  const cache = getCompileCacheDir();
  return fork(fileURLToPath(siblingProgram(import.meta.url, './module-program')), {
    detached: true,
    // Node appends a directory for its version. The program removes the variable before it loads the agent.
    env: cache === undefined ? { ...environment } : { ...environment, NODE_COMPILE_CACHE: dirname(cache) },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
  });
}
