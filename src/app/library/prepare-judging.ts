import packageJson from '../../../package.json' with { type: 'json' };
import type { PriceTable } from '../../agents/models/prices.ts';
import { UsageError } from '../../base/errors.ts';
import type { ObservationType } from '../../base/record/run-settings.ts';
import { bundledSuite } from '../../tasks/suite/bundled-suites.ts';
import { openSuite, type Suite } from '../../tasks/suite/suite.ts';
import { Pace } from '../../verdicts/judges/ask/pace.ts';
import type { PreparedJudge } from '../../verdicts/judges/judge-trace.ts';
import { runningRuns } from '../../verdicts/judges/running-runs.ts';
import { importedOfRuns } from './imported-of-runs.ts';
import { type JudgeFlags, recordJudges } from './judge-choice.ts';
import { type ModelAccess, modelAccess, type RecordedRunCalls } from './model-access.ts';
import { loadPlugins } from './plugins/load.ts';
import { runFoldersBelow } from './read-results.ts';
import { prepareJudges } from './run-judges.ts';

export const judgedAtOnce = 4;

export interface RecordJudging extends JudgeFlags, RecordedRunCalls {
  profile?: 'osharm' | 'os-harm' | undefined;
  /** What judges see of each step, for types that show steps. Defaults to screenshot and tree. */
  observationType?: ObservationType | undefined;
  suite?: string | undefined;
  parallel?: number | undefined;
  /** Access to models. Defaults to the options. */
  access?: ModelAccess | undefined;
}

export interface PreparedJudges {
  /** Suite for judging effects; null if effects are not judged. */
  suite: Suite | null;
  judges: readonly PreparedJudge[];
  prices: PriceTable;
}

/** Prepares the judges of recorded `runs`, which are empty for attacks on judges. Throws UsageError. */
export async function prepareRecordJudges(
  options: RecordJudging,
  runs: readonly string[],
  warn: (sentence: string) => void = () => {},
): Promise<PreparedJudges> {
  await loadPlugins([...(options.plugin ?? [])]);
  const isOsHarm = options.profile === 'os-harm';
  const choice = recordJudges(options, isOsHarm);
  const suite = choice.effects ? openSuite(options.suite ?? bundledSuite) : null;
  const access = options.access ?? modelAccess(options);
  const { port, environment } = access;
  port.concurrency = Math.max(port.concurrency, options.parallel ?? judgedAtOnce);
  const { imported, note } = await importedOfRuns(runs, options.suite);
  const judges = prepareJudges(
    choice.models,
    {
      isOsHarm,
      observationType: options.observationType ?? 'screenshot_a11y_tree',
      imported,
      captioner: options.captioner,
      osharmVersion: packageJson.version,
    },
    { port, environment, isDry: options.isDry, pace: new Pace(options) },
    warn,
  );
  if (note !== null && judges.some(({ isOsHarm: isTheirs }) => isTheirs)) warn(note);
  return { suite, judges, prices: port.table };
}

/** Separates recorded runs from those in progress. Throws UsageError if there are no runs. */
export function judgeableRuns(folder: string): { runs: readonly string[]; running: ReadonlySet<string> } {
  const found = runFoldersBelow(folder);
  const running = runningRuns(found);
  return { runs: found.filter((run) => !running.has(run)), running };
}

/** Returns the only model judge. Throws UsageError unless exactly one is named. */
export function onlyModelJudge({ judges }: PreparedJudges, what: string): PreparedJudge {
  const [judge, ...others] = judges;
  if (judge === undefined || others.length > 0)
    throw new UsageError(`${what} needs one model that judges; ${judges.length} are named.`, {
      code: 'judge-no-model',
      hint: 'Name it: --judge openai:gpt-4.1. The judge effects calls no model.',
    });
  return judge;
}
