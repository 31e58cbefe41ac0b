import type { RunSettings } from '../base/record/run-settings.ts';
import { actsOverMcp, agentSource } from './foreign/agent-source.ts';
import { isReferenceName } from './reference/graded.ts';

/** Whether the agent can call the tools that a task offers. OS-Harm's prompts and parser have none. */
export function receivesTools({
  agent,
  model,
  seatedModel,
  profile,
  parser = profile,
}: Pick<RunSettings, 'agent' | 'model' | 'seatedModel' | 'profile' | 'parser'>): boolean {
  const isOsHarm = profile === 'os-harm' || parser === 'os-harm';
  if (agent === undefined) return isReferenceName(seatedModel ?? model) || !isOsHarm;
  const source = agentSource(agent);
  if (source.kind === 'prompt') return !isOsHarm;
  return source.kind === 'computer-tool' || actsOverMcp(source);
}
