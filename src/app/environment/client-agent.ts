import type { Agent } from '../../agents/agent.ts';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import { realDependencies } from '../../runs/sweep/real-dependencies.ts';

/** Milliseconds that a client may take for one reply. */
const clientLimitMs = 3_600_000;

/**
 * What a sweep is planned and made with whose agent is the client. `predict` asks it. `onRun` is handed what makes a
 * reference agent of the run.
 */
export function clientAgent(
  predict: Agent['predict'],
  onRun?: (createReference: (model: string) => Agent | Promise<Agent>) => void,
): { model: string; dependencies: RunDependencies } {
  const agent: Agent = { name: 'environment-client', isReference: false, predict };
  const dependencies = realDependencies();
  return {
    model: agent.name,
    dependencies: {
      ...dependencies,
      replyLimitMs: clientLimitMs,
      checkModel() {},
      createAgent(run, options) {
        onRun?.((model) => dependencies.createAgent({ ...run, settings: { ...run.settings, model } }, options));
        return agent;
      },
    },
  };
}
