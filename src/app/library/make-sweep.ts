import packageJson from '../../../package.json' with { type: 'json' };
import { UsageError } from '../../base/errors.ts';
import type { SweepLog } from '../../base/record/sweep-log.ts';
import { cacheFolder } from '../../desktop/client/cache-folder.ts';
import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import type { Sweep } from '../../runs/attempt/planned-sweep.ts';
import { agentOf, label, type PlannedRun } from '../../runs/plan/planned-run.ts';
import { withPresetLimits } from '../../runs/plan/settings/sizes.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { shortLimit } from '../../runs/plan/short-limit.ts';
import { specDifferences } from '../../runs/plan/spec-hash.ts';
import { planSweepRequest } from '../../runs/sweep/plan-sweep.ts';
import { type ExecutionEvent, runSweeps, type SweepResult } from '../../runs/sweep/sweep.ts';
import { withProvider } from '../../runs/sweep/with-provider.ts';
import { importFor, readImportedPrompts } from '../../tasks/suite/imported/imported-prompts.ts';
import { type Suite, suiteHash } from '../../tasks/suite/suite.ts';
import { judgeQueue } from '../../verdicts/judges/judge-queue.ts';
import type { PreparedJudge } from '../../verdicts/judges/judge-trace.ts';
import type { TreeResult } from '../../verdicts/judges/judge-tree.ts';
import { checkedConfig } from './check-config.ts';
import { earlierUsd } from './earlier-cost.ts';
import { type ModelAccess, modelAccess } from './model-access.ts';
import { loadPlugins } from './plugins/load.ts';
import { judgeLabel, prepareJudges, tryJudges } from './run-judges.ts';
import { type SweepPart, sweepParts } from './sweep-parts.ts';
import { isModel, sweepRequest } from './sweep-request.ts';
import { taskDownloads } from './task-downloads.ts';

/** Runs that one judge judges concurrently, while other runs continue. */
const judgedAtOnce = 4;

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

export interface SweepSurroundings {
  provider?: ProviderOptions | undefined;
  /** Nothing will be called, so no key is needed. */
  isDry?: boolean;
  /** External dependencies. Default to the real ones. */
  dependencies?: RunDependencies | undefined;
  /** How judges call models. Defaults to the options. */
  models?: ModelAccess | undefined;
  /** `FILE:LINE` of each listed agent. */
  places?: readonly string[] | undefined;
  /** Receives sentences for the user before anything starts. */
  warn?(sentence: string): void;
}

/**
 * Plans the sweeps of all listed agents, passes them to `action`, and closes their provider in any case. They share
 * models, provider, results and desktops. Throws UsageError for invalid options.
 */
export async function withSweeps<T>(
  given: SweepOptions,
  surroundings: SweepSurroundings,
  action: (prepared: readonly [PreparedSweep, ...PreparedSweep[]]) => Promise<T>,
): Promise<T> {
  const options = withPresetLimits(given);
  await loadPlugins(options.plugin ?? []);
  const { agents, subsets, attacks, defences, monitors } = options;
  const lists = Object.entries({ agents, subsets, attacks, defences, monitors });
  checkedConfig('options', {
    content: Object.fromEntries(lists.filter(([, list]) => list !== undefined)),
    lineOf: () => null,
  });
  const parts = sweepParts(options, surroundings.places);
  const isBesideModel = parts.some((part) => isModel(part.options));
  const requested: RequestedSweep[] = [];
  for (const part of parts) {
    const request = async () => sweepRequest(part.options, packageJson.version, { isBesideModel });
    requested.push({ ...(await at(part.place, request)), ...part });
  }
  refuseSameNames(requested);
  const [first] = requested;
  if (first === undefined)
    throw new UsageError('The list of agents is empty.', { code: 'run-no-model', hint: 'Name one at least.' });
  const { dependencies: own, isDry = false, warn = () => {} } = surroundings;
  const models = surroundings.models ?? modelAccess(options);
  const downloads = taskDownloads(options);
  const real = own === undefined ? (await import('../../runs/sweep/real-dependencies.ts')).realDependencies : null;
  const dependenciesOf = ({ agentEnv, agentPython }: SweepOptions): RunDependencies =>
    real === null
      ? { downloads, ...(own as RunDependencies) }
      : real({ ...models, agentEnv, agentPython, asksNobody: isDry }, downloads);
  const reported = new Set<string>();
  const hashes = new Map<string, string>();
  const surrounded: Surrounded = {
    models,
    isDry,
    // As many as fit with the agent that needs most.
    parallel: Math.min(...requested.map(({ request }) => request.parallel)),
    dependenciesOf,
    hashOf(suite) {
      const hash = hashes.get(suite.folder) ?? suiteHash(suite);
      hashes.set(suite.folder, hash);
      return hash;
    },
    warn(sentence) {
      if (!reported.has(sentence)) warn(sentence);
      reported.add(sentence);
    },
  };
  return withProvider(
    dependenciesOf(options),
    first.request.settings.provider,
    surroundings.provider,
    async (provider) => {
      const prepared: PreparedSweep[] = [];
      for (const one of requested) prepared.push(await at(one.place, () => prepare(one, provider, surrounded)));
      return action(distinctRuns(prepared) as [PreparedSweep, ...PreparedSweep[]]);
    },
  );
}

/** Like `withSweeps`, for a single agent. Throws UsageError if the options list several. */
export function withSweep<T>(
  options: SweepOptions,
  surroundings: SweepSurroundings,
  action: (prepared: PreparedSweep) => Promise<T>,
): Promise<T> {
  return withSweeps(options, surroundings, ([prepared, ...others]) => {
    if (others.length > 0)
      throw new UsageError('Several agents are named, but this command takes one.', {
        code: 'agents-several',
        hint: 'Name one model. osharm run takes several.',
      });
    return action(prepared);
  });
}

interface RequestedSweep extends SweepPart, ReturnType<typeof sweepRequest> {}

interface Surrounded {
  models: ModelAccess;
  isDry: boolean;
  parallel: number;
  dependenciesOf(options: SweepOptions): RunDependencies;
  hashOf(suite: Suite): string;
  warn(sentence: string): void;
}

async function prepare(
  { request, judges: choice, warnings, options }: RequestedSweep,
  provider: DesktopProvider,
  { models, isDry, parallel, dependenciesOf, hashOf, warn }: Surrounded,
): Promise<PreparedSweep> {
  models.port.meter.agent(request.settings.model, options.maxAgentCost);
  const sweep = await planSweepRequest({ ...request, parallel }, dependenciesOf(options), provider, { hashOf });
  const tooShort = shortLimit(sweep.runs);
  const all = [...warnings, ...sweep.warnings, ...(tooShort === null ? [] : [tooShort])];
  for (const warning of all) warn(warning);
  const { profile, observationType, checkout } = sweep.request.settings;
  const judges = prepareJudges(
    choice.models,
    {
      isOsHarm: profile === 'os-harm' || options.preset === 'paper',
      observationType,
      imported: await readImportedPrompts(cacheFolder(), importFor(checkout)),
      osharmVersion: packageJson.version,
    },
    { ...models, isDry },
    (line) => {
      all.push(line);
      warn(line);
    },
  );
  return { sweep, options, judges, models, warnings: all };
}

/** Throws UsageError `agents-same-name` if two agents would share a folder of results. */
function refuseSameNames(requested: readonly RequestedSweep[]): void {
  const agents = new Map<string, number>();
  for (const { request, agentAt, place } of requested) {
    const name = agentOf(request);
    const known = agents.get(name) ?? agentAt;
    agents.set(name, known);
    if (known !== agentAt)
      throw new UsageError(
        `${place === null ? '' : `${place}: `}Two agents of the sweep are called ${JSON.stringify(name)}, and each needs its own folder of results.`,
        {
          code: 'agents-same-name',
          hint: 'Give one of them a label in osharm.yaml (docs/run/sweep.md, Several agents), or remove it.',
        },
      );
  }
}

/** Prefixes a UsageError with the place that lists the agent. */
async function at<T>(place: string | null, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (place === null || !(error instanceof UsageError)) throw error;
    throw new UsageError(`${place}: ${error.message}`, { code: error.code, hint: error.hint, cause: error });
  }
}

/** Drops duplicates from overlapping subsets. Throws UsageError `sweep-same-folder` if different runs collide. */
function distinctRuns(prepared: readonly PreparedSweep[]): readonly PreparedSweep[] {
  const known = new Map<string, PlannedRun>();
  return prepared.map((one) => {
    const runs = one.sweep.runs.filter((run) => {
      const other = known.get(run.directory);
      known.set(run.directory, other ?? run);
      if (other !== undefined && other.specHash !== run.specHash) throw sameFolder(other, run);
      return other === undefined;
    });
    return { ...one, sweep: { ...one.sweep, runs } };
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

export interface ExecutedSweeps {
  result: SweepResult;
  judged: { judge: PreparedJudge; results: TreeResult[] }[];
}

/** Runs and judges what remains, and judges runs that an earlier sweep left without a judgment. */
export async function executeSweeps(
  prepared: readonly PreparedSweep[],
  options: { signal: AbortSignal; onEvent(event: ExecutionEvent): void; log?: SweepLog | undefined },
): Promise<ExecutedSweeps> {
  const { signal, onEvent, log } = options;
  const queues = prepared.flatMap(({ sweep, judges }) =>
    judges.map((judge) => ({
      judge,
      runs: new Set(sweep.runs),
      queue: judgeQueue(judge, { concurrency: judgedAtOnce, signal }),
    })),
  );
  const judgeRun = (run: PlannedRun): void => {
    for (const { runs, queue } of queues) if (runs.has(run)) queue.add(run.directory);
  };
  const all = prepared.flatMap(({ sweep }) => sweep.runs);
  if (all.some((run) => !run.isComplete))
    await tryJudges(
      queues.map(({ judge }) => judge),
      signal,
    );
  for (const run of all) if (run.isComplete) judgeRun(run);
  for (const { sweep, options: settings, models } of prepared)
    if (settings.maxAgentCost !== undefined)
      models.port.meter.agent(agentOf(sweep.request)).addEarlier(earlierUsd(sweep.runs));
  const result = await runSweeps(
    prepared.map(({ sweep }) => ({ ...sweep, log })),
    {
      signal,
      onEvent(event) {
        onEvent(event);
        if (event.kind === 'run-ended' && event.result.conclusion !== null) judgeRun(event.run);
      },
    },
  );
  const judged = queues.map(async ({ judge, queue }) => ({ judge, results: await queue.settled() }));
  return { result, judged: byJudge(await Promise.all(judged)) };
}

/** One entry per judge, because all agents have the same judges. */
function byJudge(judged: ExecutedSweeps['judged']): ExecutedSweeps['judged'] {
  const groups = Map.groupBy(judged, ({ judge }) => judgeLabel(judge));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ judge: first.judge, results: group.flatMap(({ results }) => results) }];
  });
}
