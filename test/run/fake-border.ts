import type { Agent } from '../../src/agent/agent.ts';
import type { AgentRequest, RunBorder } from '../../src/run/border.ts';
import { type Clock, systemClock } from '../../src/run/clock.ts';
import { knownWords } from '../../src/run/known-words.ts';
import type { FakeProvider } from './fake-desktop.ts';

/** A border with a fake provider and an agent of the test's; everything else is real. */
export function fakeBorder(options: {
  provider: FakeProvider;
  createAgent: (request: AgentRequest) => Agent;
  clock?: Clock;
}): RunBorder {
  return {
    clock: options.clock ?? systemClock,
    vocabulary: knownWords,
    importedJailbreak: async (instruction) => `(jailbreak) ${instruction}`,
    checkModel() {},
    createAgent: options.createAgent,
    createProvider: async () => options.provider,
  };
}
