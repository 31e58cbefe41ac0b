import type { Agent } from '../../src/agents/agent.ts';
import { type Clock, systemClock } from '../../src/runs/attempt/clock.ts';
import type { RunDependencies } from '../../src/runs/attempt/dependencies.ts';
import type { PlannedRun } from '../../src/runs/plan/planned-run.ts';
import { taskVocabulary } from '../../src/runs/sweep/task-vocabulary.ts';
import type { FakeProvider } from './fake-desktop.ts';

/** Dependencies with a fake provider and an agent of the test's; everything else is real. */
export function fakeDependencies(options: {
  provider: FakeProvider;
  createAgent: (run: PlannedRun) => Agent;
  clock?: Clock;
}): RunDependencies {
  return {
    clock: options.clock ?? systemClock,
    vocabulary: taskVocabulary,
    importedJailbreak: async (instruction) => `(jailbreak) ${instruction}`,
    checkModel() {},
    createAgent: options.createAgent,
    createProvider: async () => options.provider,
    // Doubles that never answer are not waited for.
    joinLimitMs: 50,
  };
}
