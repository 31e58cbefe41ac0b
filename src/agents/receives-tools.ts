import type { RunSettings } from '../base/record/run-settings.ts';
import { actsOverMcp, agentSource } from './foreign/agent-source.ts';
import { isReferenceName } from './reference/graded.ts';

/** Whether the agent can call the tools that a task offers. */
export function receivesTools({
  agent,
  model,
  seatedModel,
}: Pick<RunSettings, 'agent' | 'model' | 'seatedModel'>): boolean {
  return agent === undefined ? isReferenceName(seatedModel ?? model) : actsOverMcp(agentSource(agent));
}
