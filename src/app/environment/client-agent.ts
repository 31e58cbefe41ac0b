import type { Agent } from '../../agents/agent.ts';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import { realDependencies } from '../../runs/sweep/real-dependencies.ts';

/** What a sweep is planned and made with whose agent is the client. `predict` asks it. */
export function clientAgent(predict: Agent['predict']): { model: string; dependencies: RunDependencies } {
  const agent: Agent = { name: 'environment-client', isReference: false, predict };
  return {
    model: agent.name,
    dependencies: { ...realDependencies(), checkModel() {}, createAgent: () => agent },
  };
}
