import type { RunSettings } from '../base/record/run-settings.ts';
import { actsOverMcp, agentSource } from './foreign/agent-source.ts';

/** Whether the agent can call the tools that a task offers. */
export function receivesTools({ agent, model }: Pick<RunSettings, 'agent' | 'model'>): boolean {
  return agent === undefined ? model.startsWith('reference-') : actsOverMcp(agentSource(agent));
}
