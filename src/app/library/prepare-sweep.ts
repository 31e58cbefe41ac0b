import packageJson from '../../../package.json' with { type: 'json' };
import { UsageError } from '../../base/errors.ts';
import { cacheFolder } from '../../desktop/client/cache-folder.ts';
import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import type { Sweep } from '../../runs/attempt/planned-sweep.ts';
import { label, type PlannedRun } from '../../runs/plan/planned-run.ts';
import { withPresetLimits } from '../../runs/plan/settings/sizes.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { shortLimit } from '../../runs/plan/short-limit.ts';
import { specDifferences } from '../../runs/plan/spec-hash.ts';
import { planSweepRequest } from '../../runs/sweep/plan-sweep.ts';
import { importFor, readImportedPrompts } from '../../tasks/suite/imported/imported-prompts.ts';
import { type Suite, suiteHash } from '../../tasks/suite/suite.ts';
import type { PreparedJudge } from '../../verdicts/judges/judge-trace.ts';
import { type ModelAccess, modelAccess } from './model-access.ts';
import { atPlace, type RequestedSweep, requestSweeps } from './request-sweeps.ts';
import { prepareJudges } from './run-judges.ts';
import { taskDownloads } from './task-downloads.ts';

/** What sweeps need besides their options. Tests and other front ends replace parts of it. */
export interface SweepHost {
  readonly dependencies?: RunDependencies | undefined;
  /** How agents and judges call models. Defaults to the options. */
  readonly models?: ModelAccess | undefined;
  readonly providerOptions?: ProviderOptions | undefined;
  /** True if nothing will be called, so that no key is needed. */
  readonly isDry?: boolean | undefined;
  /** `FILE:LINE` of each listed agent. */
  readonly places?: readonly string[] | undefined;
  /** Called with sentences for the user before anything starts. */
  warn?(sentence: string): void;
}

/** A planned sweep of one agent, with its judges. */
export interface PreparedSweep {
  sweep: Sweep;
  /** Options of this agent only. */
  options: SweepOptions;
  /** Judges that call a model. Effects are judged as part of each run. */
  judges: readonly PreparedJudge[];
  models: ModelAccess;
  warnings: readonly string[];
}

/** The sweeps of all agents, at least one. */
export type PreparedSweeps = readonly [PreparedSweep, ...PreparedSweep[]];

/**
 * Plans the sweeps of all listed agents. They share models, results and desktops, and their provider closes when they
 * are disposed. Throws UsageError for invalid options.
 */
export async function prepareSweeps(
  sweepOptions: SweepOptions,
  host: SweepHost = {},
): Promise<PreparedSweeps & AsyncDisposable> {
  const options = withPresetLimits(sweepOptions);
  const requested = await requestSweeps(options, host.places);
  const planner = await SweepPlanner.create(options, requested, host);
  const [{ request }] = requested;
  const provider = await planner
    .dependenciesOf(options)
    .createProvider(request.settings.provider, host.providerOptions);
  await using resources = new AsyncDisposableStack();
  resources.defer(() => provider.close());
  const prepared: PreparedSweep[] = [];
  for (const sweep of requested) prepared.push(await atPlace(sweep.place, () => planner.prepare(sweep, provider)));
  const kept = resources.move();
  return Object.assign(distinctRuns(prepared) as [PreparedSweep, ...PreparedSweep[]], {
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  });
}

/** Like `prepareSweeps`, for a single agent. Throws UsageError if the options list several. */
export async function prepareSweep(
  options: SweepOptions,
  host: SweepHost = {},
): Promise<PreparedSweep & AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  const [prepared, ...others] = resources.use(await prepareSweeps(options, host));
  if (others.length > 0)
    throw new UsageError('Several agents are named, but this command takes one.', {
      code: 'agents-several',
      hint: 'Name one model. osharm run takes several.',
    });
  const kept = resources.move();
  return { ...prepared, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Plans the sweeps of several agents with shared models, desktops and suites. */
class SweepPlanner {
  readonly #host: SweepHost;
  readonly #models: ModelAccess;
  /** The lowest value of all agents, so that every agent's desktops fit. */
  readonly #parallel: number;
  readonly #createDependencies: (options: SweepOptions) => RunDependencies;
  readonly #suiteHashes = new Map<string, string>();
  readonly #warned = new Set<string>();

  private constructor(
    host: SweepHost,
    models: ModelAccess,
    parallel: number,
    createDependencies: (options: SweepOptions) => RunDependencies,
  ) {
    this.#host = host;
    this.#models = models;
    this.#parallel = parallel;
    this.#createDependencies = createDependencies;
  }

  static async create(
    options: SweepOptions,
    requested: readonly RequestedSweep[],
    host: SweepHost,
  ): Promise<SweepPlanner> {
    const models = host.models ?? modelAccess(options);
    const parallel = Math.min(...requested.map(({ request }) => request.parallel));
    const downloads = taskDownloads(options);
    const { dependencies, isDry = false } = host;
    if (dependencies !== undefined)
      return new SweepPlanner(host, models, parallel, () => ({ downloads, ...dependencies }));
    const { realDependencies } = await import('../../runs/sweep/real-dependencies.ts');
    return new SweepPlanner(host, models, parallel, ({ agentEnv, agentPython }) =>
      realDependencies({ ...models, agentEnv, agentPython, asksNobody: isDry }, downloads),
    );
  }

  dependenciesOf(options: SweepOptions): RunDependencies {
    return this.#createDependencies(options);
  }

  async prepare(requested: RequestedSweep, provider: DesktopProvider): Promise<PreparedSweep> {
    const { request, judges: choice, options } = requested;
    const models = this.#models;
    models.port.meter.agent(request.settings.model, options.maxAgentCost);
    const sweep = await planSweepRequest(
      { ...request, parallel: this.#parallel },
      this.dependenciesOf(options),
      provider,
      { hashOf: (suite) => this.#hashOf(suite) },
    );
    const warnings: string[] = [];
    const warn = (sentence: string): void => {
      warnings.push(sentence);
      this.#warn(sentence);
    };
    for (const warning of [...requested.warnings, ...sweep.warnings]) warn(warning);
    const tooShort = shortLimit(sweep.runs);
    if (tooShort !== null) warn(tooShort);
    const { profile, observationType, checkout } = sweep.request.settings;
    const judges = prepareJudges(
      choice.models,
      {
        isOsHarm: profile === 'os-harm' || options.preset === 'paper',
        observationType,
        imported: await readImportedPrompts(cacheFolder(), importFor(checkout)),
        osharmVersion: packageJson.version,
      },
      { ...models, isDry: this.#host.isDry === true },
      warn,
    );
    return { sweep, options, judges, models, warnings };
  }

  #hashOf(suite: Suite): string {
    const hash = this.#suiteHashes.get(suite.folder) ?? suiteHash(suite);
    this.#suiteHashes.set(suite.folder, hash);
    return hash;
  }

  /** Reports each warning once, even if several agents cause it. */
  #warn(sentence: string): void {
    if (!this.#warned.has(sentence)) this.#host.warn?.(sentence);
    this.#warned.add(sentence);
  }
}

/** Drops duplicates from overlapping subsets. Throws UsageError `sweep-same-folder` if different runs collide. */
function distinctRuns(prepared: readonly PreparedSweep[]): readonly PreparedSweep[] {
  const known = new Map<string, PlannedRun>();
  return prepared.map((part) => {
    const runs = part.sweep.runs.filter((run) => {
      const other = known.get(run.directory);
      known.set(run.directory, other ?? run);
      if (other !== undefined && other.specHash !== run.specHash) throw sameFolder(other, run);
      return other === undefined;
    });
    return { ...part, sweep: { ...part.sweep, runs } };
  });
}

function sameFolder(run: PlannedRun, other: PlannedRun): UsageError {
  const fields = specDifferences(run.spec, other.spec).map(({ field }) => field);
  return new UsageError(
    `${label(run)} of ${run.settings.model} is planned twice with different settings (${fields.join(', ')}), and both would have one folder.`,
    {
      code: 'sweep-same-folder',
      hint: 'Give the attack, defence or monitor a label: it becomes a part of the agent’s name in results.',
    },
  );
}
