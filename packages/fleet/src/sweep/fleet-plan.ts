import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DesktopProvider } from 'osharm';
import { EnvironmentError, type OsharmError } from 'osharm';
import type {
  Assignment,
  BuildProgress,
  CommandOptions,
  ModelPort,
  ModelRates,
  RunDependencies,
  Sweep,
} from 'osharm/queue';
import {
  CostMeter,
  createPort,
  environmentWithFile,
  label,
  loadPlugins,
  newestPicture,
  type PlannedRun,
  planSweepRequest,
  providerOptions,
  pullImage,
  readImage,
  readQueuedOptions,
  realDependencies,
  resultsCache,
  sweepRequest,
  taskDownloads,
  thumbnailOf,
  useCached,
} from 'osharm/queue';
import type { ResultStore } from 'osharm/store';
import { imagesBeside } from 'osharm/store';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import type { PostgresClaim } from '../queue/postgres-claim.ts';
import { openStore } from '../store/open-store.ts';
import { fleetAssignment } from './fleet-assignment.ts';

/** Width in pixels of the thumbnails in heartbeats, about ten kilobytes each. */
const pictureWidth = 320;

export type FleetDependencies = (
  flags: CommandOptions,
  calls: Pick<ModelPort, 'meter' | 'rates'>,
) => Promise<RunDependencies>;

/** An attack trial's settings in addition to its sweep's flags. */
const trialSchema = z.object({
  options: z.record(z.string(), z.unknown()),
  folder: z.string(),
  /** Steps of another trial of the sweep to replay first. */
  prefix: z.object({ directory: z.string(), steps: z.number() }).nullable(),
});
export type QueuedTrial = z.infer<typeof trialSchema>;

export const queuedTrial = (trial: object | null): QueuedTrial => trialSchema.parse(trial);

interface Opened {
  flags: CommandOptions;
  store: ResultStore;
  provider: DesktopProvider;
  dependencies: RunDependencies;
}

interface Planned {
  sweep: Sweep;
  runs: ReadonlyMap<string, PlannedRun>;
}

/**
 * The sweeps whose runs this worker executes. Each is opened and planned once, from the flags in the queue; attack
 * trials are planned individually.
 */
export class FleetPlans {
  readonly #opened = new Map<string, Promise<Opened>>();
  readonly #plans = new Map<string, Promise<Planned>>();
  readonly #tried = new Set<string>();
  readonly #dependencies: FleetDependencies;
  readonly #rates: ModelRates;
  readonly #workerOptions: Pick<CommandOptions, 'warm'>;
  readonly #signal: AbortSignal;
  readonly #onImage: (progress: BuildProgress) => void;

  constructor(
    dependencies: FleetDependencies,
    rates: ModelRates,
    options: Pick<CommandOptions, 'warm'>,
    signal: AbortSignal,
    onImage: (progress: BuildProgress) => void = () => {},
  ) {
    this.#dependencies = dependencies;
    this.#rates = rates;
    this.#workerOptions = options;
    this.#signal = signal;
    this.#onImage = onImage;
  }

  /** Throws if this worker's plan lacks the submitted run, or if it can't create desktops. */
  async assign(claim: PostgresClaim): Promise<Assignment> {
    const opened = await onceFor(this.#opened, claim.sweep, () => this.#open(claim));
    const { sweep, runs } =
      claim.own === null
        ? await onceFor(this.#plans, claim.sweep, () => this.#plan(opened, opened.flags))
        : await this.#planTrial(opened, queuedTrial(claim.own));
    const run = runs.get(specHashOf(claim.key));
    if (run === undefined) throw otherPlan(claim);
    await this.#tryOnce(claim.sweep, opened, run);
    const meter = new CostMeter(claim.limitUsd, 'run');
    const dependencies = await this.#dependencies(opened.flags, { meter, rates: this.#rates });
    const assignment = fleetAssignment(claim, {
      sweep: { ...sweep, dependencies },
      run,
      store: opened.store,
      spentUsd: () => meter.totalUsd,
    });
    return { ...assignment, picture: () => smallPicture(assignment.run.directory) };
  }

  async close(): Promise<void> {
    for (const opened of this.#opened.values()) await opened.then(({ provider }) => provider.close()).catch(() => {});
  }

  async #open(claim: PostgresClaim): Promise<Opened> {
    const store = await openStore(claim.results, resultsCache());
    // `fresh`, because the queue decides which runs are left.
    const flags = {
      ...readQueuedOptions(claim.flags),
      out: store.folder,
      fresh: true,
      parallel: 1,
      ...this.#workerOptions,
    };
    await loadPlugins(flags.plugin ?? []);
    const { request } = sweepRequest(flags, packageJson.version);
    const dependencies = await this.#dependencies(flags, { meter: new CostMeter(), rates: this.#rates });
    const provider = await dependencies.createProvider(request.settings.provider, providerOptions(flags));
    try {
      await bringImage(claim, provider, { signal: this.#signal, onProgress: this.#onImage });
      await provider.check();
      return { flags, store, provider, dependencies };
    } catch (error) {
      await provider.close();
      throw error;
    }
  }

  async #plan({ dependencies, provider }: Opened, flags: CommandOptions): Promise<Planned> {
    const sweep = await planSweepRequest(sweepRequest(flags, packageJson.version).request, dependencies, provider);
    return { sweep, runs: new Map(sweep.runs.map((run) => [run.specHash, run])) };
  }

  async #planTrial(opened: Opened, { options, folder, prefix }: QueuedTrial): Promise<Planned> {
    const { flags, store } = opened;
    const commandOptions = { ...flags, ...options, out: join(store.folder, folder) };
    const { sweep, runs } = await this.#plan(opened, commandOptions);
    if (prefix === null) return { sweep, runs };
    const shared = { directory: await store.fetch(prefix.directory), steps: prefix.steps };
    return { sweep: { ...sweep, sharedSteps: shared }, runs };
  }

  /** Tests agent and model once per sweep, with its first run on this worker. */
  async #tryOnce(sweep: string, { dependencies }: Opened, run: PlannedRun): Promise<void> {
    if (this.#tried.has(sweep)) return;
    await dependencies.tryAgent?.(run, this.#signal);
    this.#tried.add(sweep);
  }
}

/** Concurrent callers with the same key share one promise. */
function onceFor<T>(values: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

/** Downloads the sweep's desktop image if this machine lacks it. Throws EnvironmentError if it is not available. */
async function bringImage(
  claim: PostgresClaim,
  provider: DesktopProvider,
  pulling: { signal: AbortSignal; onProgress: (progress: BuildProgress) => void },
): Promise<void> {
  const { image: id, imageAddress: address, results } = claim;
  const image = await provider.commonImage?.();
  if (id === null || image === undefined) return;
  if (image !== id) throw otherPlan(claim);
  useCached(`images/${id}`);
  if ((await readImage(id)) !== null) return;
  const place = await imagesBeside(results);
  if (address === null)
    throw new EnvironmentError(
      `The desktop image ${id} is missing, and ${place.place} had none when the sweep was submitted.`,
      {
        code: 'image-missing',
        hint: `Run osharm setup image build here. Or run osharm setup image push ${results} on a machine that has the image, and submit the sweep again.`,
      },
    );
  await pullImage(place, { id, address }, pulling);
}

async function smallPicture(directory: string): Promise<Buffer | null> {
  const newest = newestPicture(directory);
  return newest === null ? null : thumbnailOf(await readFile(join(directory, newest.name)), pictureWidth);
}

function otherPlan({ label: name, sweep }: PostgresClaim): OsharmError {
  return new EnvironmentError(`This worker can't run ${name} of the sweep ${sweep}: it plans a different run.`, {
    code: 'worker-plans-otherwise',
    hint: 'Its suite, desktop image or version of osharm differs from that of the sweep.',
  });
}

export const realFleetDependencies: FleetDependencies = async (flags, calls) => {
  const environment = environmentWithFile();
  const { prices, record, replay, timeout } = flags;
  const port = createPort({ environment, prices, record, replay, timeoutSeconds: timeout });
  return realDependencies(
    { environment, agentEnv: flags.agentEnv, agentPython: flags.agentPython, port: { ...port, ...calls } },
    taskDownloads(flags),
  );
};

/** Includes the name, because an attack may try the same spec more than once. */
export const trialKey = (specHash: string, name: string): string => `${specHash}@${name}`;

const specHashOf = (key: string): string => key.split('@', 1)[0] ?? '';

export function submittedRun(run: PlannedRun, path: string): { key: string; label: string; path: string } {
  return { key: run.specHash, label: label(run), path };
}
