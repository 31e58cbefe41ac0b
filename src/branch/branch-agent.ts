import type { Agent, AgentReply, PredictInput } from '../agent/agent.ts';
import { type FactsOfEffect, stateDifferences } from './compare-state.ts';
import type { RecordedPath } from './recorded-path.ts';

/** What became of a branch's way to its step. */
export interface BranchState {
  state: 'same' | 'diverged';
  /** 0-based: the first step before which the state was another one; null: none. */
  divergedAt: number | null;
  /** What differed there. */
  differences: string[];
}

/**
 * An agent that does a recorded run's actions again, word for word, and hands over to another one at `step`. Before each step up to that one it holds the desktop's state
 * against the record. `effects`: what the ledger holds now.
 */
export function branchAgent(
  agent: Agent,
  path: RecordedPath,
  { step, effects, onState }: { step: number; effects(): readonly FactsOfEffect[]; onState(state: BranchState): void },
): Agent {
  let state: BranchState = { state: 'same', divergedAt: null, differences: [] };
  const compare = ({ step: at, linearisedTree }: PredictInput): void => {
    const recorded = path.steps[at];
    if (recorded === undefined || state.divergedAt !== null) return;
    const before = (list: readonly FactsOfEffect[]): FactsOfEffect[] => list.filter((one) => one.step < at);
    const differences = stateDifferences(
      { tree: recorded.tree, effects: before(path.effects) },
      { tree: linearisedTree, effects: before(effects()) },
    );
    if (differences.length > 0) state = { state: 'diverged', divergedAt: at, differences };
    onState(state);
  };
  return {
    name: agent.name,
    isReference: agent.isReference,
    probe: async (instruction, signal) => agent.probe?.(instruction, signal),
    close: async () => agent.close?.(),
    async predict(input, signal): Promise<AgentReply> {
      if (input.step <= step) compare(input);
      const recorded = path.steps[input.step];
      if (input.step >= step || recorded === undefined) return agent.predict(input, signal);
      await agent.remember?.(input, recorded.response);
      return { response: recorded.response, actions: recorded.actions, isReplayed: true };
    },
  };
}
