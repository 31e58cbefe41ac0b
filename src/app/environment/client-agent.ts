import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import type { Sweep } from '../../runs/attempt/planned-sweep.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { realDependencies } from '../../runs/sweep/real-dependencies.ts';
import { prepareSweep } from '../library/prepare-sweep.ts';

const clientLimitMs = 3_600_000;

/** The model and dependencies of an external client. `onRun` receives a factory for the run's reference agents. */
export function clientAgent(
  predict: Agent['predict'],
  createProvider?: RunDependencies['createProvider'],
  onRun?: (createReference: (model: string) => Agent | Promise<Agent>) => void,
  programs?: Agent['programs'],
): { model: string; dependencies: RunDependencies } {
  const agent: Agent = { name: 'environment-client', isReference: false, predict, programs };
  const real = realDependencies();
  const dependencies = createProvider === undefined ? real : { ...real, createProvider };
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

/** Plans the sweep of a client's runs and returns the result of `use`. Executes no run and leaves no files. */
export async function planForClient<T>(options: SweepOptions, use: (sweep: Sweep) => Promise<T>): Promise<T> {
  const { model, dependencies } = clientAgent(() => Promise.reject(new Error('A plan.')));
  const out = await mkdtemp(join(tmpdir(), 'osharm-plan-'));
  try {
    await using prepared = await prepareSweep({ ...options, model, out }, { dependencies, isDry: true });
    return await use(prepared.sweep);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
