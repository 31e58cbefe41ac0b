import { UsageError } from '../base/errors.ts';
import type { RunSettings } from '../base/record/run-settings.ts';
import type { Task } from '../tasks/suite/task.ts';
import type { Agent } from './agent.ts';
import { createPromptAgent, type ModelAgentOptions, promptsOf, reasoningOf } from './create-prompt-agent.ts';
import { type Defence, type DefenceLine, defended } from './defence/defence.ts';
import { defenceHash, loadDefence, requireDefenceSource } from './defence/load-defence.ts';
import { agentEnvironment, memoryVariable } from './foreign/agent-environment.ts';
import { agentHash } from './foreign/agent-files.ts';
import { actsOverMcp, agentSource, isModelAgent } from './foreign/agent-source.ts';
import { ForeignAgent } from './foreign/foreign-agent.ts';
import { httpChannel } from './foreign/http-channel.ts';
import { moduleAgent } from './foreign/module-agent.ts';
import { osworldChannel } from './foreign/osworld/osworld-channel.ts';
import { requireParsable } from './foreign/require-script.ts';
import { stdioChannel } from './foreign/stdio-channel.ts';
import { modelUser } from './model-user.ts';
import { keyOf, type ModelAddress, resolveModel } from './models/model-name.ts';
import { createTextModel } from './models/text-model.ts';
import { computerToolOf } from './models/wire/computer-tools.ts';
import { textOnlyProviders } from './models/wire/create-wire.ts';
import { noPictures } from './models/wire/openai.ts';
import { checkReasoning } from './models/wire/reasoning.ts';
import { createNativeAgent } from './native/create-native-agent.ts';
import { checkForm } from './observes.ts';
import { createOpenAgent, openPromptsHash } from './open/create-open-agent.ts';
import { openDefences } from './plugged.ts';
import { createUser, type QuestionLine } from './user.ts';

export type CreateAgentOptions = Omit<ModelAgentOptions, 'recordCall' | 'user'> & {
  recordCall(line: unknown): void;
  /** Creates the reference agent, if the settings name one. */
  createReference?: (() => Agent) | undefined;
  /** Its simulated user answers the agent's questions, unless the settings name another user. */
  task?: Pick<Task, 'instruction' | 'answers' | 'simulated_user'> | undefined;
  /** The session of the run that it works in, 1-based. Defaults to 1. */
  session?: number | undefined;
  /** The folder of its program's memory. Programs also have it as `OSHARM_MEMORY`. */
  memory?: string | null | undefined;
  /** Whether recorded steps are replayed before it acts. Its program then first reports if it accepts them. */
  replaysSteps?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Environment variables that the agent's program receives besides the usual ones (`--agent-env`). */
  agentEnv?: readonly string[] | undefined;
  /** Python for OSWorld's agent classes. Defaults to the checkout's virtual environment, else `python3`. */
  agentPython?: string | undefined;
};

/** Creates the agent of one run, wrapped in its defences. Throws UsageError. */
export async function createAgent(options: CreateAgentOptions): Promise<Agent> {
  const { settings } = options;
  const user = createUser(settings, {
    answers: options.task?.answers,
    played: playedUser(options),
    record: (line: QuestionLine) => options.recordCall(line),
  });
  // Load defences first, so that a failure leaves no agent process behind.
  const defences = await Promise.all((settings.defences ?? []).map(loadDefence));
  try {
    const agent = named(await readyAgent({ ...options, user }), settings.model);
    if (defences.length === 0) return agent;
    return defended(agent, defences, {
      user,
      record: (line: DefenceLine) => options.recordCall(line),
    });
  } catch (error) {
    await closeAll(defences);
    throw error;
  }
}

const closeAll = (defences: readonly Defence[]): Promise<unknown> =>
  Promise.all(defences.map((defence) => defence.close?.()));

function playedUser(options: CreateAgentOptions): ReturnType<typeof modelUser> | undefined {
  const { settings, task } = options;
  if (task?.simulated_user === undefined || settings.taskModel === undefined) return undefined;
  const model = createTextModel({ ...options, model: settings.taskModel, role: 'user' });
  return modelUser(task.simulated_user, task.instruction, model);
}

function named(agent: Agent, name: string): Agent {
  return {
    name,
    isReference: agent.isReference,
    predict: (input, signal) => agent.predict(input, signal),
    remember: agent.remember?.bind(agent),
    snapshot: agent.snapshot?.bind(agent),
    programs: agent.programs?.bind(agent),
    probe: async (instruction, signal) => agent.probe?.(instruction, signal),
    close: async () => agent.close?.(),
  };
}

/** An agent that has reported whether it accepts recorded steps, if some are replayed. */
async function readyAgent(options: CreateAgentOptions & Pick<ModelAgentOptions, 'user'>): Promise<Agent> {
  const { replaysSteps = false, task, signal = new AbortController().signal } = options;
  const agent = await bareAgent(options);
  if (!replaysSteps || task === undefined) return agent;
  try {
    await agent.probe?.(task.instruction, signal);
  } catch (error) {
    await agent.close?.();
    throw error;
  }
  return agent;
}

async function bareAgent(options: CreateAgentOptions & Pick<ModelAgentOptions, 'user'>): Promise<Agent> {
  const { settings } = options;
  const ofModel = { ...settings, model: settings.seatedModel ?? settings.model };
  const createModelAgent = options.createReference ?? (() => createPromptAgent({ ...options, settings: ofModel }));
  if (settings.agent === undefined) return createModelAgent();
  const source = agentSource(settings.agent);
  const { session = 1, memory = null } = options;
  const environment = agentEnvironment(options.environment, options.agentEnv);
  if (memory !== null) environment[memoryVariable] = memory;
  const start = { session, memory };
  switch (source.kind) {
    case 'file':
      return moduleAgent(source.path, {
        part: source.part,
        ...options,
        environment,
        createModelAgent,
      });
    case 'http':
      return new ForeignAgent(settings.model, settings, httpChannel(source.url), start);
    case 'command':
      return new ForeignAgent(settings.model, settings, stdioChannel(source.command, environment), start);
    case 'osworld':
      return new ForeignAgent(
        settings.model,
        settings,
        osworldChannel(source, environment, options.agentPython),
        start,
      );
    case 'mcp':
    case 'acp': {
      const { McpAgent } = await import('./mcp/mcp-agent.ts');
      return new McpAgent(source.command, { startedBy: source.kind, settings, user: options.user, environment });
    }
    case 'prompt':
      return createModelAgent();
    case 'computer-tool':
      return createNativeAgent(options);
    case 'open':
      return createOpenAgent(source.name, options);
    default:
      return source satisfies never;
  }
}

/**
 * Validates the agent settings before anything starts. Returns the hash of the prompts and the agent's files (null if
 * there are none) and warnings for the user. Throws UsageError.
 */
export async function checkAgent(
  settings: RunSettings,
  options: Pick<ModelAgentOptions, 'port' | 'environment'> & {
    isReference(name: string): boolean;
    asksNobody?: boolean;
  },
): Promise<{ promptsHash: string | null; warnings: string[] }> {
  const defences = settings.defences ?? [];
  for (const source of defences) if (!openDefences.has(source)) requireDefenceSource(source);
  const fileHashes = defences.map(defenceHash);
  // Load defences before a desktop starts, and in dry runs, so that a broken one is reported early.
  await closeAll(await Promise.all(defences.map(loadDefence)));
  const source = settings.agent === undefined ? null : agentSource(settings.agent);
  // A plug-in's module exports several agents under other names.
  if (source !== null && !('part' in source && source.part !== undefined)) requireParsable(source);
  const sourceHash = source === null ? null : agentHash(source);
  if (sourceHash !== null) fileHashes.unshift(sourceHash);
  const kind = source?.kind;
  const isProgramOverMcp = source !== null && actsOverMcp(source);
  const isHidden = sourceHash === null && (kind === 'command' || kind === 'http' || isProgramOverMcp);
  const warnings = isHidden
    ? [
        `Changes to the agent ${settings.agent} can't be detected, because its command names no file: add --fresh after a change.`,
      ]
    : [];
  const name = source === null ? (settings.seatedModel ?? settings.model) : settings.seatedModel;
  checkForm(settings);
  if (source !== null && isModelAgent(source) && name === undefined) {
    throw new UsageError(`--agent ${settings.agent} needs a model.`, {
      code: 'run-no-model',
      hint:
        source.kind === 'open'
          ? 'Add --model vllm@http://HOST:PORT:MODEL, or another provider that serves it.'
          : source.kind === 'prompt'
            ? 'Add --model PROVIDER:MODEL.'
            : 'Add --model anthropic:…, openai:computer-use-preview or google:….',
    });
  }
  if (settings.taskModel !== undefined) usableModel(settings.taskModel, options);
  if (name === undefined || options.isReference(name))
    return { promptsHash: fileHashes.length === 0 ? null : fileHashes.join('+'), warnings };
  const address = usableModel(name, options);
  checkReasoning(address, reasoningOf(settings));
  if (
    settings.profile === 'os-harm' &&
    (source === null || source.kind === 'prompt') &&
    (settings.reasoningEffort ?? settings.thinkingBudget) !== undefined
  )
    throw new UsageError('OS-Harm’s requests have no setting for thinking.', {
      code: 'reasoning-profile',
      hint: 'Use --profile osharm, or omit --reasoning-effort and --thinking-budget.',
    });
  // The tool is part of the hash, so that an edited tool table leads to a rerun.
  if (source?.kind === 'computer-tool')
    return { promptsHash: [computerToolOf(address, settings.computerTool), ...fileHashes].join('+'), warnings };
  if (source?.kind === 'open')
    return { promptsHash: [openPromptsHash(source.name), ...fileHashes].join('+'), warnings };
  checkPictureSize(settings);
  if (
    settings.profile === 'os-harm' &&
    textOnlyProviders.includes(address.provider) &&
    settings.observationType !== 'a11y_tree'
  )
    throw noPictures(address);
  const prompts = await promptsOf(settings);
  prompts.system(settings, '');
  return { promptsHash: [prompts.hash, ...fileHashes].join('+'), warnings };
}

/** Throws UsageError if the model is unknown, lacks a key, or lacks a price under `--max-cost`. */
function usableModel(
  name: string,
  { port, environment, asksNobody }: Pick<ModelAgentOptions, 'port' | 'environment'> & { asksNobody?: boolean },
): ModelAddress {
  const address = resolveModel(name, environment);
  if (port.cassette?.isReplay !== true && asksNobody !== true) keyOf(address, environment);
  if (port.meter.hasLimit && port.prices(address.provider, address.model) === null)
    throw new UsageError(
      `No price is known for ${address.provider}:${address.model}, so --max-cost can't be enforced.`,
      {
        code: 'price-unknown',
        hint: 'Add its price with --prices FILE, or omit --max-cost.',
      },
    );
  return address;
}

function checkPictureSize({ maximumSide, observationType }: RunSettings): void {
  if (maximumSide === undefined) return;
  if (observationType === 'screenshot_a11y_tree') {
    throw new UsageError('Smaller pictures would not match the coordinates in the tree.', {
      code: 'settings-picture-size',
      hint: 'Use --max-image-side with --observation-type screenshot or som.',
    });
  }
}
