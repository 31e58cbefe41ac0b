import type { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { isReferenceAgent } from '../agent/reference/reference-names.ts';
import { UsageError } from '../errors.ts';
import { judgeQueue } from '../judge/judge-queue.ts';
import { createPort } from '../model/create-port.ts';
import { environmentWithFile } from '../model/env-file.ts';
import { estimateAsText, estimateCost } from '../model/estimate-cost.ts';
import { keyOf, resolveModel } from '../model/model-name.ts';
import type { RunSettings } from '../plan/run-spec.ts';
import { planAsJson, planAsText } from '../plan/show-plan.ts';
import { printable } from '../report/printable.ts';
import { readResult } from '../report/result.ts';
import type { RunBorder } from '../run/border.ts';
import type { ResumableRun } from '../run/check-resume.ts';
import { prepareSweep, startSweep } from '../run/start-sweep.ts';
import { averageScore, currentSuccessRate, logJudgments, logPlan, sweepLog } from './os-harm-output.ts';
import { readRunFlags } from './read-run-flags.ts';
import { addRunFlags, type RunFlags } from './run-flags.ts';
import { judgedLines, judgeLabel, judgingPlanLine, seatJudges } from './run-judges.ts';
import { sweepProgress } from './sweep-progress.ts';
import { sweepAsJson, sweepSummary } from './sweep-summary.ts';
import { verdictLines, verdictsAsJson } from './sweep-verdicts.ts';
import { UnderscoreCommand } from './underscore-command.ts';
import { untilStopped } from './until-stopped.ts';

/** Runs that one judge judges at a time, beside those that go on. */
const judgedAtOnce = 4;

/** What calls models. */
export interface CallingSeat {
  port: ReturnType<typeof createPort>;
  environment: Readonly<Record<string, string | undefined>>;
}

/** `osharm run`. `border` is what the sweep touches outside, `seat` what judges ask with; tests give their own. */
export function runCommand(border?: RunBorder, seat?: CallingSeat): Command {
  return addRunFlags(new UnderscoreCommand('run'))
    .summary('plan and run a sweep')
    .description('Plans and runs a sweep: every task of a manifest, with or without injections, in fresh desktops.')
    .addHelpText(
      'after',
      '\nFlags may be written with underscores too (--max_steps), as OS-Harm writes them.' +
        '\n\nExamples:' +
        '\n  $ osharm run --model reference-benign --dry-run' +
        '\n  $ osharm run --model openai:gpt-4.1 --observation-type screenshot_a11y_tree --max-cost 5' +
        '\n  $ osharm run --model reference-hijacked --manifest injection --inject --parallel 2' +
        '\n  $ osharm run --model reference-hijacked --manifest injection --inject --vector pdf --goal stop_task --dry-run' +
        '\n  $ osharm run --suite ../os-harm --model reference-refuse --test_all_meta_path evaluation_examples/test_misuse.json' +
        '\n\nA sweep that was stopped goes on with the same command. Exit codes: 0 all runs made, 1 runs failed, 2 usage, 3 environment.',
    )
    .action(async (flags: RunFlags) => {
      const { request, provider: options, judges: names, warnings } = readRunFlags(flags, packageJson.version);
      const environment = seat?.environment ?? environmentWithFile();
      const port =
        seat?.port ??
        createPort({
          environment,
          prices: flags.prices,
          maxCost: flags.maxCost,
          record: flags.record,
          replay: flags.replay,
          timeoutSeconds: flags.timeout,
        });
      const real =
        border ??
        (await import('../run/real-border.ts')).realBorder({ port, environment, asksNobody: flags.dryRun === true });
      const provider = await real.createProvider(request.settings.provider, options);
      const prepared = await prepareSweep(request, real, (await provider.imageId?.()) ?? null, provider);
      for (const warning of [...warnings, ...prepared.warnings]) process.stderr.write(`note: ${printable(warning)}\n`);
      // Who brings a border of his own asks no model unless he says so.
      const isAsked = border === undefined || seat !== undefined || flags.judgeType !== undefined;
      const judges = await seatJudges(
        isAsked ? names : [],
        flags,
        request.settings,
        { port, environment, isDry: flags.dryRun === true },
        packageJson.version,
      );
      if (flags.dryRun === true) {
        const left = prepared.runs.filter((run) => !run.isComplete).length;
        const model = askedModel(request.settings);
        const estimate =
          model === null ? null : estimateCost({ ...request.settings, model }, left, port.table, environment);
        const lacking = model === null || flags.replay !== undefined ? null : missingKey(model, environment);
        if (lacking !== null) process.stderr.write(`note: ${printable(lacking)} A dry run asks nobody.\n`);
        if (flags.json === true)
          process.stdout.write(
            `${JSON.stringify({ ...planAsJson(prepared.plan), estimate, judges: judges.map(judgeLabel) }, null, 2)}\n`,
          );
        else {
          for (const line of planAsText(prepared.plan)) process.stdout.write(`${printable(line)}\n`);
          if (estimate !== null) process.stdout.write(`${estimateAsText(estimate)}\n`);
          for (const judge of judges) process.stdout.write(`${printable(judgingPlanLine(judge, left))}\n`);
        }
        await provider.close();
        return;
      }
      const total = prepared.runs.length;
      const complete = prepared.runs.filter((run) => run.isComplete).length;
      const log = sweepLog(flags.logs, request.settings.protocol);
      if (log !== null) logPlan(log, prepared.runs);
      const isOsHarm = request.settings.protocol === 'os-harm' && flags.json !== true;
      if (isOsHarm) process.stdout.write(`${currentSuccessRate(prepared.runs)}\n`);
      const progress = sweepProgress(total, complete, process.stderr);
      const { result: made, stopped } = await untilStopped(async (signal) => {
        const queues = judges.map((judge) => ({
          judge,
          queue: judgeQueue(judge, { concurrency: judgedAtOnce, signal }),
        }));
        const judgeRun = ({ run }: ResumableRun): void => {
          for (const { queue } of queues) queue.add(run.spec.directory);
        };
        // A run that an earlier sweep left without its judgment is judged now; what is judged is kept.
        for (const run of prepared.runs) if (run.isComplete) judgeRun(run);
        const result = await startSweep(request, prepared, real, provider, {
          signal,
          log: log ?? undefined,
          onEvent: (event) => {
            progress(event);
            if (event.kind === 'run-ended' && event.attempt.conclusion !== null) judgeRun(event.run);
          },
        });
        return {
          result,
          judged: await Promise.all(
            queues.map(async ({ judge, queue }) => ({ judge, results: await queue.settled() })),
          ),
        };
      });
      const { result, judged } = made;
      const results = prepared.runs
        .map(({ run }) => readResult(run.spec.directory, request.resultDir))
        .filter((one) => one.isComplete);
      if (flags.json === true)
        process.stdout.write(
          `${JSON.stringify({ ...sweepAsJson(result), verdicts: verdictsAsJson(results) }, null, 2)}\n`,
        );
      const lines = sweepSummary(result, { total, complete }, { stopped, resultDir: request.resultDir });
      for (const { judge, results } of judged) lines.push(...judgedLines(judge, results));
      lines.push(...verdictLines(results, process.stdout.columns ?? 120));
      const average = averageScore(result);
      if (log !== null) logJudgments(log, result);
      if (average !== null) log?.closing(average);
      if (average !== null && isOsHarm) lines.push(average);
      for (const line of lines) (flags.json === true ? process.stderr : process.stdout).write(`${line}\n`);
      if (result.fatal !== null) throw result.fatal;
      const isUnjudged = judged.some(({ results }) =>
        results.some(({ state }) => state === 'failed' || state === 'unscored'),
      );
      if (stopped || isUnjudged || result.attempts.some(({ attempt }) => attempt.outcome === 'error'))
        process.exitCode = 1;
    });
}

/** Null where no model of ours is called: reference agents, and agents that call their own. */
function askedModel(settings: RunSettings): string | null {
  const model = settings.agent === undefined ? (settings.seatedModel ?? settings.model) : settings.seatedModel;
  return model === undefined || isReferenceAgent(model) ? null : model;
}

/** What the real sweep will ask for; null where the key is set or none is needed. */
function missingKey(model: string, environment: NodeJS.Dict<string>): string | null {
  try {
    keyOf(resolveModel(model, environment), environment);
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
