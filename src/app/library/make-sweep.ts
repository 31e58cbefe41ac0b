import packageJson from '../../../package.json' with { type: 'json' };
import type { SweepLog } from '../../base/record/sweep-log.ts';
import { cacheFolder } from '../../desktop/client/cache-folder.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import type { Sweep } from '../../runs/attempt/planned-sweep.ts';
import { withPresetLimits } from '../../runs/plan/settings/sizes.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { shortLimit } from '../../runs/plan/short-limit.ts';
import { planSweep } from '../../runs/sweep/plan-sweep.ts';
import { runSweep, type SweepEvent, type SweepResult } from '../../runs/sweep/sweep.ts';
import { withProvider } from '../../runs/sweep/with-provider.ts';
import { importFor, readImportedPrompts } from '../../tasks/suite/imported/imported-prompts.ts';
import { judgeQueue } from '../../verdicts/judges/judge-queue.ts';
import type { PreparedJudge } from '../../verdicts/judges/judge-trace.ts';
import type { TreeResult } from '../../verdicts/judges/judge-tree.ts';
import { type ModelAccess, modelAccess } from './model-access.ts';
import { loadPlugins } from './plugins/load.ts';
import { prepareJudges, tryJudges } from './run-judges.ts';
import { sweepRequest } from './sweep-request.ts';
import { taskDownloads } from './task-downloads.ts';

/** Runs that one judge judges at a time, beside those that go on. */
const judgedAtOnce = 4;

/** A planned sweep with those who judge it. */
export interface PreparedSweep {
  sweep: Sweep;
  /** Judges that ask a model; the effects are judged by the runs themselves. */
  judges: readonly PreparedJudge[];
  models: ModelAccess;
  /** Sentences for the person. */
  warnings: readonly string[];
}

/** What a caller may bring of its own. */
export interface SweepSurroundings {
  provider?: ProviderOptions | undefined;
  /** Nothing will be asked: no key is needed. */
  isDry?: boolean;
  /** What the sweep touches outside; left out: the real things. */
  dependencies?: RunDependencies | undefined;
  /** What judges ask with; left out: as the options say. */
  models?: ModelAccess | undefined;
  /** Told what the person should know, before anything starts. */
  warn?(sentence: string): void;
}

/** Plans a sweep, hands it to `action`, and closes its provider, whatever happens. Throws UsageError for what can't be planned. */
export async function withSweep<T>(
  requested: SweepOptions,
  surroundings: SweepSurroundings,
  action: (prepared: PreparedSweep) => Promise<T>,
): Promise<T> {
  const options = withPresetLimits(requested);
  await loadPlugins(options.plugin ?? []);
  const { request, judges: choice, warnings } = sweepRequest(options, packageJson.version);
  const { dependencies: given, isDry = false, warn = () => {} } = surroundings;
  const models = surroundings.models ?? modelAccess(options);
  const downloads = taskDownloads(options);
  const dependencies: RunDependencies =
    given === undefined
      ? (await import('../../runs/sweep/real-dependencies.ts')).realDependencies(
          { ...models, asksNobody: isDry },
          downloads,
        )
      : { downloads, ...given };
  return withProvider(dependencies, request.settings.provider, surroundings.provider, async (provider) => {
    const sweep = await planSweep(request, dependencies, provider);
    const tooShort = shortLimit(sweep.runs);
    const all = [...warnings, ...sweep.warnings, ...(tooShort === null ? [] : [tooShort])];
    for (const warning of all) warn(warning);
    // Callers that bring their own dependencies ask no model unless they say so.
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
    return action({ sweep, judges, models, warnings: all });
  });
}

/** What came of a sweep: its runs, and what each judge said of them. */
export interface MadeSweep {
  result: SweepResult;
  judged: { judge: PreparedJudge; results: TreeResult[] }[];
}

/** Makes the runs that are left and judges them as they end; a run that an earlier sweep left without its judgment is judged too. */
export async function makeSweep(
  { sweep, judges }: PreparedSweep,
  options: { signal: AbortSignal; onEvent(event: SweepEvent): void; log?: SweepLog | undefined },
): Promise<MadeSweep> {
  const { signal, onEvent, log } = options;
  const queues = judges.map((judge) => ({ judge, queue: judgeQueue(judge, { concurrency: judgedAtOnce, signal }) }));
  const judgeRun = (directory: string): void => {
    for (const { queue } of queues) queue.add(directory);
  };
  if (sweep.runs.some((run) => !run.isComplete)) await tryJudges(judges, signal);
  for (const run of sweep.runs) if (run.isComplete) judgeRun(run.directory);
  const result = await runSweep(
    { ...sweep, log },
    {
      signal,
      onEvent(event) {
        onEvent(event);
        if (event.kind === 'run-ended' && event.result.conclusion !== null) judgeRun(event.run.directory);
      },
    },
  );
  const judged = queues.map(async ({ judge, queue }) => ({ judge, results: await queue.settled() }));
  return { result, judged: await Promise.all(judged) };
}
