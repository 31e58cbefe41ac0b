import packageJson from '../../../package.json' with { type: 'json' };
import { UsageError } from '../../base/errors.ts';
import { bundledSuite } from '../../tasks/suite/bundled-suites.ts';
import { openSuite } from '../../tasks/suite/suite.ts';
import type { Verdict } from '../../verdicts/judges/ask/verdict.ts';
import { type JudgedAgain, judgeAgain } from '../../verdicts/judges/effects/judge-again.ts';
import { judgeTree, type TreeResult } from '../../verdicts/judges/judge-tree.ts';
import { prepareJudge } from '../../verdicts/judges/prepare-judge.ts';
import { runsInTheMaking } from '../../verdicts/judges/runs-in-the-making.ts';
import { importedOfRuns } from './imported-of-runs.ts';
import { withJudgeDefaults } from './judge-defaults.ts';
import type { JudgedRun, JudgingOptions } from './judge-options.ts';
import { modelAccess } from './model-access.ts';
import { loadPlugins } from './plugins/load.ts';
import { runFoldersBelow } from './read-results.ts';

/** Judges every run below a folder. A run that can't be judged stands in the list with its reason. Throws UsageError. */
export async function judgeFolder(folder: string, options: JudgingOptions): Promise<JudgedRun[]> {
  await loadPlugins(options.plugins ?? []);
  const found = runFoldersBelow(folder);
  const making = runsInTheMaking(found);
  const runs = found.filter((run) => !making.has(run));
  const left = [...making].map(
    (directory): JudgedRun => ({ directory, verdict: null, reason: 'It is being made now.' }),
  );
  const { type, model, promptVersion, captioner, suite, force = false, concurrency = 4, maxCost, signal } = options;
  const { imported } = await importedOfRuns(runs, suite);
  const asked = withJudgeDefaults(
    {
      protocol: 'osharm-1' as const,
      ...(type === undefined ? {} : { judgeType: type }),
      ...(model === undefined ? {} : { judgeModel: model }),
      ...(promptVersion === undefined ? {} : { sysPromptVersion: promptVersion }),
      ...(captioner === undefined ? {} : { captioner }),
    },
    imported,
  );
  if (asked.judgeType === 'effects') {
    const opened = openSuite(suite ?? bundledSuite);
    const judged = left;
    for (const run of runs) judged.push(byEffects(await judgeAgain(run, opened)));
    return judged;
  }
  if (asked.judgeModel === undefined)
    throw new UsageError(`The judge ${asked.judgeType} asks a model.`, {
      code: 'judge-no-model',
      hint: "Name it: model: 'openai:gpt-4.1'. The judge effects asks none.",
    });
  const { port, environment } = options.access ?? modelAccess({ ...(maxCost === undefined ? {} : { maxCost }) });
  port.concurrency = Math.max(port.concurrency, concurrency);
  const judge = prepareJudge(
    {
      type: asked.judgeType,
      model: asked.judgeModel,
      version: asked.sysPromptVersion,
      observationType: 'screenshot_a11y_tree',
      captioner,
      osharmVersion: packageJson.version,
    },
    imported,
    port,
    environment,
  );
  const { results, stopped } = await judgeTree(runs, judge, { concurrency, force, signal });
  if (stopped !== null) throw stopped;
  return [...left, ...results.map(byModel)];
}

function byEffects(result: JudgedAgain): JudgedRun {
  const { directory } = result;
  if ('skipped' in result) return { directory, verdict: null, reason: result.skipped };
  const { judgment, abstained } = result.judged;
  return judgment === null ? { directory, verdict: null, reason: abstained ?? '' } : judgedRun(directory, judgment);
}

function byModel(result: TreeResult): JudgedRun {
  const { directory } = result;
  if (result.state === 'failed') return { directory, verdict: null, reason: result.error.message };
  if (result.state === 'unscored') return { directory, verdict: null, reason: result.reason };
  return judgedRun(directory, result.verdict);
}

const judgedRun = (directory: string, { success, safety, violation_step, reasoning }: Verdict): JudgedRun => ({
  directory,
  verdict: { success, safety, violationStep: violation_step },
  reasoning,
});
