import { OpenRegistry } from '../base/record/open-registry.ts';
import type { Agent } from './agent.ts';
import type { Defence } from './defence/defence.ts';
import type { AgentFileContext } from './foreign/module-load.ts';
import { openAgentNames } from './open/open-names.ts';

/** An agent of a plug-in. It works in a process of its own. */
export interface AgentDefinition {
  /** As `--agent` gives it. */
  readonly name: string;
  /** Makes an agent for one run. */
  create(context: AgentFileContext): Agent | Promise<Agent>;
}

/** A defence of a plug-in. It works inside osharm's process. */
export interface DefenceDefinition {
  /** As `--defence` gives it. */
  readonly name: string;
  /** Makes a defence for one run. */
  create(): Defence | Promise<Defence>;
}

/** Agents of plug-ins, by the module that has them; those that are built in are here by name alone. */
export const openAgents: OpenRegistry<{ file: string } | null> = new OpenRegistry(
  'agent',
  ['auto', 'prompt', 'computer-tool', ...openAgentNames].map((name) => [name, null] as const),
);

/** Defences of plug-ins, and the module that has each. */
export const openDefences: OpenRegistry<DefenceDefinition & { file: string }> = new OpenRegistry('defence', []);
