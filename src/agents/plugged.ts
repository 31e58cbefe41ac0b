import { OpenRegistry } from '../base/record/open-registry.ts';
import type { Agent } from './agent.ts';
import type { Defence } from './defence/defence.ts';
import type { AgentFileContext } from './foreign/module-load.ts';
import { openAgentNames } from './open/open-names.ts';

/** A plug-in's agent. It runs in a separate process. */
export interface AgentDefinition {
  readonly name: string;
  /** Creates an agent for one run. */
  create(context: AgentFileContext): Agent | Promise<Agent>;
}

/** A plug-in's defence. It runs in osharm's process. */
export interface DefenceDefinition {
  readonly name: string;
  /** Creates a defence for one run. */
  create(): Defence | Promise<Defence>;
}

/** Plug-in agents with the file of their module. Built-in agents are names only. */
export const openAgents: OpenRegistry<{ file: string } | null> = new OpenRegistry(
  'agent',
  ['auto', 'prompt', 'computer-tool', ...openAgentNames].map((name) => [name, null] as const),
);

export const openDefences: OpenRegistry<DefenceDefinition & { file: string }> = new OpenRegistry('defence', []);
