import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { loadPlugins } from '../api/plugins/load.ts';
import { taskDownloads } from '../api/task-downloads.ts';
import { useCached } from '../desktop/cache-use.ts';
import type { DesktopProvider } from '../desktop/desktop.ts';
import { EnvironmentError, type OsharmError } from '../errors.ts';
import { readImage } from '../image/image.ts';
import { pullImage } from '../image/shared/pull-image.ts';
import { CostMeter } from '../model/cost-meter.ts';
import { createPort } from '../model/create-port.ts';
import { environmentWithFile } from '../model/env-file.ts';
import type { ModelPort } from '../model/model.ts';
import type { ModelRates } from '../model/model-rates.ts';
import { label, type PlannedRun } from '../plan/planned-run.ts';
import type { PostgresClaim } from '../queue/postgres/postgres-claim.ts';
import type { RunDependencies } from '../run/dependencies.ts';
import { fleetAssignment } from '../run/fleet-assignment.ts';
import { planSweep, type Sweep } from '../run/plan-sweep.ts';
import { realDependencies } from '../run/real-dependencies.ts';
import type { Assignment } from '../run/work.ts';
import { imagesBeside } from '../store/object-place.ts';
import { openStore } from '../store/open-store.ts';
import type { ResultStore } from '../store/result-store.ts';
import { thumbnailOf } from '../viewer/files/picture.ts';
import { newestPicture } from '../viewer/live/running.ts';
import { imageProgress } from './image-progress.ts';
import { resultsCache } from './local-results.ts';
import { readRunFlags } from './read-run-flags.ts';
import type { RunFlags } from './run-flags.ts';

/** Pixels of the pictures in heartbeats: some ten kilobytes each. */
const pictureWidth = 320;

/** Flags that say how this process runs, not what a run is: they stay out of the queue. */
const ownFlags = [
  'queue',
  'sweep',
  'priority',
  'maxCost',
  'maxRunCost',
  'parallel',
  'warm',
  'warmApplications',
  'maxEqualErrors',
  'resultDir',
  'results',
  'logs',
  'json',
] as const;

/** What the queue keeps of the flags of `osharm run`. */
export function queuedFlags(flags: RunFlags): Partial<RunFlags> {
  const kept: Partial<RunFlags> = { ...flags };
  for (const name of ownFlags) delete kept[name];
  return kept;
}

/** Makes dependencies whose calls to models are counted by a meter, and bounded by rates that workers share. */
export type FleetDependencies = (
  flags: RunFlags,
  calls: Pick<ModelPort, 'meter' | 'rates'>,
) => Promise<RunDependencies>;

interface Planned {
  sweep: Sweep;
  flags: RunFlags;
  runs: ReadonlyMap<string, PlannedRun>;
  store: ResultStore;
  provider: DesktopProvider;
}

/** The sweeps that a worker has planned, each once, from the flags that the queue keeps. */
export class FleetPlans {
  readonly #plans = new Map<string, Promise<Planned>>();
  readonly #dependencies: FleetDependencies;
  readonly #rates: ModelRates;
  readonly #own: Pick<RunFlags, 'warm'>;
  readonly #signal: AbortSignal;

  /** `own`: flags of this worker. */
  constructor(dependencies: FleetDependencies, rates: ModelRates, own: Pick<RunFlags, 'warm'>, signal: AbortSignal) {
    this.#dependencies = dependencies;
    this.#rates = rates;
    this.#own = own;
    this.#signal = signal;
  }

  /** Throws where this worker plans the run otherwise than it was submitted, or can't make desktops. */
  async assign(claim: PostgresClaim): Promise<Assignment> {
    const planned = await this.#planOf(claim);
    const run = planned.runs.get(claim.key);
    if (run === undefined) throw otherPlan(claim);
    const meter = new CostMeter(claim.limitUsd, 'run');
    const dependencies = await this.#dependencies(planned.flags, { meter, rates: this.#rates });
    const assignment = fleetAssignment(claim, {
      sweep: { ...planned.sweep, dependencies },
      run,
      store: planned.store,
      spentUsd: () => meter.totalUsd,
    });
    return { ...assignment, picture: () => smallPicture(assignment.run.directory) };
  }

  async close(): Promise<void> {
    for (const plan of this.#plans.values()) await plan.then(({ provider }) => provider.close()).catch(() => {});
  }

  #planOf(claim: PostgresClaim): Promise<Planned> {
    let plan = this.#plans.get(claim.sweep);
    if (plan === undefined) {
      plan = this.#plan(claim);
      this.#plans.set(claim.sweep, plan);
    }
    return plan;
  }

  async #plan(claim: PostgresClaim): Promise<Planned> {
    const store = await openStore(claim.results, resultsCache());
    // Which runs are left is the queue's to say.
    const flags = { ...claim.flags, resultDir: store.folder, fresh: true, parallel: 1, ...this.#own } as RunFlags;
    await loadPlugins(flags.plugin ?? []);
    const { request, provider: options } = readRunFlags(flags, packageJson.version);
    const dependencies = await this.#dependencies(flags, { meter: new CostMeter(), rates: this.#rates });
    const provider = await dependencies.createProvider(request.settings.provider, options);
    try {
      await bringImage(claim, provider, this.#signal);
      const sweep = await planSweep(request, dependencies, provider);
      await provider.check();
      const [first] = sweep.runs;
      if (first !== undefined) await dependencies.tryAgent?.(first, this.#signal);
      return { sweep, flags, store, provider, runs: new Map(sweep.runs.map((run) => [run.specHash, run])) };
    } catch (error) {
      await provider.close();
      throw error;
    }
  }
}

/** Sees to it that this machine has the desktop image that the sweep names. Throws EnvironmentError where it can't be had. */
async function bringImage(claim: PostgresClaim, provider: DesktopProvider, signal: AbortSignal): Promise<void> {
  const { image: id, imageAddress: address, results } = claim;
  const own = await provider.commonImage?.();
  if (id === null || own === undefined) return;
  if (own !== id) throw otherPlan(claim);
  useCached(`images/${id}`);
  if ((await readImage(id)) !== null) return;
  const place = await imagesBeside(results);
  if (address === null)
    throw new EnvironmentError(
      `The desktop image ${id} is not here, and ${place.place} had none when the sweep was submitted.`,
      {
        code: 'image-missing',
        hint: `Run osharm image build here. Or run osharm image push ${results} where the image is, and submit the sweep again.`,
      },
    );
  await pullImage(place, { id, address }, { onProgress: imageProgress(), signal });
}

/** The latest screenshot, made small; null where there is none. */
async function smallPicture(directory: string): Promise<Buffer | null> {
  const newest = newestPicture(directory);
  return newest === null ? null : thumbnailOf(await readFile(join(directory, newest.name)), pictureWidth);
}

function otherPlan({ label: name, sweep }: PostgresClaim): OsharmError {
  return new EnvironmentError(`This worker can't make ${name} of the sweep ${sweep}: it plans another run of it.`, {
    code: 'worker-plans-otherwise',
    hint: 'Its suite, desktop image or version of osharm is not the one that the sweep was submitted with.',
  });
}

/** The dependencies of real runs: models are asked with this worker's keys. */
export const realFleetDependencies: FleetDependencies = async (flags, calls) => {
  const environment = environmentWithFile();
  const { prices, record, replay, timeout } = flags;
  const port = createPort({ environment, prices, record, replay, timeoutSeconds: timeout });
  return realDependencies(
    { environment, agentEnv: flags.agentEnv, agentPython: flags.agentPython, port: { ...port, ...calls } },
    taskDownloads(flags),
  );
};

/** How a planned run stands in the queue. */
export function submittedRun(run: PlannedRun, path: string): { key: string; label: string; path: string } {
  return { key: run.specHash, label: label(run), path };
}
