import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OsharmError, UsageError } from '../../errors.ts';
import type { RunSettings } from '../../plan/run-spec.ts';
import type { Agent } from '../agent.ts';
import { checkedAgent } from './read-reply.ts';

/** What an agent file's `createAgent` is given. */
export interface AgentFileContext {
  settings: RunSettings;
  /** What sits in the seat when no file is named: the prompt agent of `--model`. For agents that wrap another. */
  createModelAgent(): Agent;
}

/**
 * Loads an agent from a file that exports `createAgent(context)` (may be async) or an `agent`. Throws UsageError `agent-file-invalid`
 * where it exports neither.
 */
export async function moduleAgent(file: string, context: AgentFileContext): Promise<Agent> {
  let module: Record<string, unknown>;
  try {
    module = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (cause) {
    throw new OsharmError(`The agent file ${file} can't be loaded: ${(cause as Error).message}`, {
      code: 'agent-file-failed',
      blame: 'agent',
      cause,
    });
  }
  const create = module.createAgent;
  const agent: unknown = typeof create === 'function' ? await create(context) : module.agent;
  if (typeof agent !== 'object' || agent === null || typeof (agent as Agent).predict !== 'function') {
    throw new UsageError(`The agent file ${file} exports no agent.`, {
      code: 'agent-file-invalid',
      hint: 'Export a function createAgent(context) that returns { name, isReference, predict } (docs/agents.md).',
    });
  }
  return checkedAgent(agent as Agent);
}
