import type { Agent, AgentReply } from '../../agents/agent.ts';
import type { ReplayedPath } from './replayed-path.ts';

/** Repeats a recorded run's actions exactly, then hands over to another agent. */
export function branchAgent(agent: Agent, way: ReplayedPath): Agent {
  return {
    name: agent.name,
    isReference: agent.isReference,
    snapshot: agent.snapshot?.bind(agent),
    probe: async (instruction, signal) => agent.probe?.(instruction, signal),
    close: async () => agent.close?.(),
    async predict(input, signal): Promise<AgentReply> {
      const recorded = way.stepAt(input.step);
      if (recorded === undefined) return agent.predict(input, signal);
      const taken = (await agent.remember?.(input, recorded.response, recorded.actions)) ?? {};
      return { ...taken, response: recorded.response, actions: recorded.actions, isReplayed: true };
    },
  };
}
