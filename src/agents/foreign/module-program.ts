/** Runs in the process of an agent file. `module-agent.ts` starts it and calls it over Node's IPC channel. */
import { z } from 'zod';
import { OsharmError } from '../../base/errors.ts';
import { checkExtension, ExtensionError, type ExtensionShape } from '../../base/extension.ts';
import { importFile } from '../../base/import-file.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { partsIn } from '../../base/record/plugin-part.ts';
import type { Agent, AgentAction, AgentReply, PredictInput, RestoreMemory } from '../agent.ts';
import type { AgentDefinition } from '../plugged.ts';
import { CallPort } from './call-port.ts';
import { type AgentFileContext, type LoadRequest, loadSchema, modelMissing, type WrappedModel } from './module-load.ts';

const agentShape: ExtensionShape<keyof Agent> = {
  kind: 'agent',
  fields: {
    name: 'text',
    isReference: 'boolean',
    predict: 'function',
    remember: 'function',
    snapshot: 'function',
    programs: 'function',
    probe: 'function',
    close: 'function',
  },
  required: ['predict'],
  docs: 'docs/run/agents.md',
};

// Only the imports of this program use it, not the agent and the programs that it starts.
delete process.env.NODE_COMPILE_CACHE;

const rememberSchema = z.tuple([z.custom<PredictInput>(), z.string(), z.array(z.custom<AgentAction>())]);

let agent: Agent | null = null;
const snapshots: RestoreMemory[] = [];

const port = new CallPort(
  (message) => void process.send?.(message),
  async (name, value, signal) => {
    switch (name) {
      case 'load':
        agent = await load(loadSchema.parse(value));
        return {
          name: String(agent.name),
          isReference: agent.isReference === true,
          hasSnapshots: agent.snapshot !== undefined,
          remembers: agent.remember !== undefined,
        };
      case 'predict':
        return agent?.predict(value as PredictInput, signal);
      case 'remember':
        return agent?.remember?.(...rememberSchema.parse(value));
      case 'snapshot':
        if (agent?.snapshot === undefined) throw new Error('The agent has no snapshots.');
        return snapshots.push(await agent.snapshot()) - 1;
      case 'restore':
        return snapshots[z.number().parse(value)]?.();
      case 'close':
        return agent?.close?.();
      default:
        throw new Error(`There is no call ${name}.`);
    }
  },
);
process.on('message', (message) => port.take(message));
process.on('disconnect', () => process.exit());

async function load({ file, part, settings, model }: LoadRequest): Promise<Agent> {
  const module = await importFile('agent', file);
  const create = module.createAgent;
  const context: AgentFileContext = { settings, createModelAgent: () => modelAgent(model) };
  const plugged = part === null ? undefined : agentsIn(module).find(({ name }) => name === part);
  const created: unknown =
    plugged !== undefined
      ? await plugged.create(context)
      : typeof create === 'function'
        ? await create(context)
        : module.agent;
  if (created === undefined && plugged === undefined && typeof create !== 'function') {
    const meant = Object.keys(module).map((name) => didYouMean(name, ['agent', 'createAgent']));
    throw new ExtensionError(
      'agent',
      `The agent file ${file} exports no agent.${meant.find((text) => text !== '') ?? ''}`,
      {
        hint: 'Export a function createAgent(context) that returns { name, isReference, predict } (docs/run/agents.md).',
      },
    );
  }
  checkExtension(created, agentShape, `The agent in ${file}`);
  return created as Agent;
}

const agentsIn = (module: Record<string, unknown>): AgentDefinition[] =>
  partsIn(module)
    .filter(({ osharmPart }) => osharmPart === 'agent')
    .map(({ definition }) => definition as AgentDefinition);

/** Forwards calls to the model agent in osharm's process. */
function modelAgent(model: WrappedModel | null): Agent {
  if (model === null)
    throw new OsharmError('This run has no model for an agent to wrap.', { code: modelMissing, blame: 'task' });
  const number = port.call('create-model', null);
  // Prevents an unhandled rejection; callers of `predict` receive the error.
  number.catch(() => undefined);
  return {
    ...model,
    async predict(input, signal) {
      const value = { agent: z.number().parse(await number), input };
      return (await port.call('predict-model', value, signal)) as AgentReply;
    },
  };
}
