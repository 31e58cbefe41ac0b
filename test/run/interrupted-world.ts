import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Agent, AgentReply, PredictInput } from '../../src/agents/agent.ts';
import type { RunDependencies } from '../../src/runs/attempt/dependencies.ts';
import { fakeDependencies } from './fake-dependencies.ts';
import { FakeProvider } from './fake-desktop.ts';

/** Dollars of one call of the paid agent. */
export const price = 0.5;

/** An agent whose every call is paid for and noted outside, like a model's. */
class PaidAgent implements Agent {
  readonly name = 'm';
  readonly isReference = false;
  readonly remembered: string[] = [];
  readonly remember?: (input: PredictInput, response: string) => Promise<object>;
  readonly #options: { bill: string; recordCall(line: unknown): void };

  constructor(options: { bill: string; recordCall(line: unknown): void; canRemember: boolean }) {
    this.#options = options;
    if (options.canRemember)
      this.remember = async (_, response) => {
        this.remembered.push(response);
        return {};
      };
  }

  async predict({ step }: PredictInput): Promise<AgentReply> {
    const { bill, recordCall } = this.#options;
    appendFileSync(bill, `${step}\n`);
    // Step 3 is asked while the process is killed, and never answered.
    if (step === 3 && existsSync(`${bill}.hang`)) await delay(600_000);
    const usage = { inputTokens: 10, outputTokens: 1, cachedInputTokens: 0 };
    recordCall({ kind: 'call', role: 'agent', result: 'ok', usage, costUsd: price });
    return {
      response: `reply ${step}`,
      actions: step < 5 ? [`act(${step})`] : ['DONE'],
      usage: { ...usage, costUsd: price },
    };
  }
}

/** A world in which `act(1)` makes a file; `isOther`: another one. */
export function interruptedWorld(
  bill: string,
  { isOther = false, canRemember = true } = {},
): {
  dependencies: RunDependencies;
  provider: FakeProvider;
  agents: PaidAgent[];
} {
  const file = { type: 'file', size: 1, mode: 0o644, uid: 1000, gid: 1000, hash: null, mtimeMs: 0 } as const;
  const path = `/home/user/${isOther ? 'other' : 'made'}`;
  const provider = new FakeProvider({
    tree: '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"/>',
    onExecute(code, desktop) {
      desktop.changes = code === 'act(1)' ? [{ kind: 'created', path, before: null, after: { ...file, path } }] : [];
    },
  });
  const agents: PaidAgent[] = [];
  const dependencies: RunDependencies = {
    ...fakeDependencies({ provider, createAgent: () => new PaidAgent({ bill, recordCall() {}, canRemember }) }),
    clock: { now: Date.now, sleep: async () => undefined },
    createAgent: (_, { recordCall }) => {
      const agent = new PaidAgent({ bill, recordCall, canRemember });
      agents.push(agent);
      return agent;
    },
  };
  return { dependencies, provider, agents };
}
