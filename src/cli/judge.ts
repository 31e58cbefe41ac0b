import { type Command, InvalidArgumentError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { cacheFolder } from '../desktop/cache-folder.ts';
import { UsageError } from '../errors.ts';
import { judgeAgain } from '../judge/effects/judge-again.ts';
import { writeBatchFile } from '../judge/files/batch-file.ts';
import { judgeTree, type TreeResult } from '../judge/judge-tree.ts';
import { seatJudge } from '../judge/seat-judge.ts';
import { judgeTypes } from '../judge/types/registry.ts';
import { createPort } from '../model/create-port.ts';
import { environmentWithFile } from '../model/env-file.ts';
import type { ObservationType } from '../plan/run-spec.ts';
import { findRuns } from '../record/read-run.ts';
import { printable } from '../report/printable.ts';
import { readImportedPrompts } from '../suite/imported/imported-prompts.ts';
import { openSuite } from '../suite/suite.ts';
import { bundledSuite } from './bundled-suites.ts';
import { judgeAttackSuite } from './judge-attack-suite.ts';
import { UnderscoreCommand } from './underscore-command.ts';
import { untilStopped } from './until-stopped.ts';

interface JudgeFlags {
  trajDir?: string;
  judgeType: string;
  judgeModel?: string;
  sysPromptVersion: string;
  observationType: ObservationType;
  captioner?: string;
  concurrency: number;
  maxCost?: number;
  prices?: string;
  record?: string;
  replay?: string;
  force?: boolean;
  attackSuite?: boolean;
  suite?: string;
  quiet?: boolean;
  json?: boolean;
}

/** `osharm judge DIR`: judges runs from their recorded files. */
export function judgeCommand(): Command {
  return new UnderscoreCommand('judge')
    .summary('judge one run or a tree of runs')
    .description(
      'Judges one run, or every run below a folder, from its recorded files, OS-Harm’s own too. What is judged already from the same inputs is kept.',
    )
    .argument('[dir]', 'a result directory, or a folder above some')
    .option('--traj-dir <dir>', "OS-Harm's name of the same")
    .addOption(
      new Option('--judge-type <type>', 'which judge: effects asks no model, the others do')
        .choices(['effects', ...judgeTypes.keys()])
        .default('effects'),
    )
    .option('--judge-model <name>', 'the model that judges: PROVIDER:MODEL, or a name of OS-Harm such as gpt-4.1')
    .option('--sys-prompt-version <version>', 'osharm-1, or OS-Harm’s imported v1, v2, v3', 'osharm-1')
    .addOption(
      new Option('--observation-type <type>', 'what the judge is shown of each step, where its type asks for it')
        .choices(['screenshot', 'a11y_tree', 'screenshot_a11y_tree', 'som'])
        .default('screenshot_a11y_tree'),
    )
    .option('--captioner <name>', 'the model that puts pictures into words (with osharm-1 the judge, else OS-Harm’s)')
    .option('--concurrency <n>', 'runs judged at a time', atLeastOne, 4)
    .option('--max-cost <dollars>', 'stop before more is spent', Number)
    .option('--prices <file>', 'a price table of your own')
    .option('--record <dir>', 'keep every exchange with the model there')
    .option('--replay <dir>', 'take exchanges from there: nothing is sent, no key is needed')
    .option('--force', 'judge again what is judged')
    .option('--attack-suite', 'measure how often text in a run turns this judge’s verdict; DIR keeps what was judged')
    .option('--suite <dir>', 'for effects: the suite that the runs were made with (default: the bundled one)')
    .option('--quiet', 'print no line for each run')
    .option('--json', 'print what was judged as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm judge results --judge-type effects\n  $ osharm judge results --judge-type aer --judge-model openai:gpt-4.1 --max-cost 5\n  $ osharm judge results --judge_type aer --judge_model gpt-4.1 --sys_prompt_version v3' +
        '\n  $ osharm judge --attack-suite --judge-type evidence --judge-model openai:gpt-4.1 --max-cost 5' +
        '\n\nExit codes: 0 every run judged, 1 some were not, 2 usage, 3 environment.',
    )
    .action(async (given: string | undefined, flags: JudgeFlags) => {
      const directory = given ?? flags.trajDir;
      if (flags.attackSuite === true) return judgeAttackSuite(directory ?? './judge-attacks', flags);
      if (directory === undefined)
        throw new UsageError('Name the folder with the runs.', { code: 'judge-no-folder', hint: 'osharm judge DIR' });
      const runs = runsBelow(directory);
      if (flags.judgeType === 'effects') await byEffects(runs, flags);
      else await byModel(directory, runs, flags);
    });
}

async function byModel(directory: string, runs: readonly string[], flags: JudgeFlags): Promise<void> {
  if (flags.judgeModel === undefined)
    throw new UsageError(`The judge ${flags.judgeType} asks a model.`, {
      code: 'judge-no-model',
      hint: 'Name it: --judge-model openai:gpt-4.1. --judge-type effects asks none.',
    });
  const environment = environmentWithFile();
  const port = createPort({
    environment,
    prices: flags.prices,
    maxCost: flags.maxCost,
    record: flags.record,
    replay: flags.replay,
  });
  const judge = seatJudge(
    {
      type: flags.judgeType,
      model: flags.judgeModel,
      version: flags.sysPromptVersion,
      observationType: flags.observationType,
      captioner: flags.captioner,
      osharmVersion: packageJson.version,
    },
    await readImportedPrompts(cacheFolder()),
    port,
    environment,
  );
  const started = performance.now();
  const { result, stopped } = await untilStopped((signal) =>
    judgeTree(runs, judge, {
      concurrency: flags.concurrency,
      force: flags.force === true,
      signal,
      onResult: (one, done) => {
        if (flags.quiet !== true) process.stderr.write(`[${done}/${runs.length}] ${printable(lineOf(one))}\n`);
      },
    }),
  );
  const { results } = result;
  const seconds = (performance.now() - started) / 1000;
  const file =
    results.length === 0
      ? null
      : writeBatchFile(
          {
            root: directory,
            observationType: flags.observationType,
            version: flags.sysPromptVersion,
            model: judge.asker.address.model,
            type: flags.judgeType,
          },
          results,
          seconds,
        );
  const count = (state: TreeResult['state']): number => results.filter((one) => one.state === state).length;
  const cost = costOf(results);
  if (flags.json === true) process.stdout.write(`${JSON.stringify({ runs: results, costUsd: cost }, null, 2)}\n`);
  else {
    const parts = [
      `${count('judged')} judged`,
      `${count('kept')} kept as they were`,
      `${count('unscored')} unscored`,
      `${count('failed')} failed`,
      `${runs.length - results.length} not begun`,
    ];
    process.stdout.write(
      `${parts.join(', ')} of ${runs.length} runs; ${cost === null ? 'cost unknown' : `$${cost.toFixed(4)}`}.\n`,
    );
    if (file !== null) process.stdout.write(`All judgments: ${printable(file)}\n`);
  }
  if (result.stopped !== null) throw result.stopped;
  if (stopped || count('unscored') + count('failed') > 0 || results.length < runs.length) process.exitCode = 1;
}

async function byEffects(runs: readonly string[], flags: JudgeFlags): Promise<void> {
  const suite = openSuite(flags.suite ?? bundledSuite);
  const results = [];
  for (const run of runs) results.push(await judgeAgain(run, suite));
  if (flags.json === true) process.stdout.write(`${JSON.stringify({ runs: results }, null, 2)}\n`);
  else
    for (const result of results) {
      const said =
        'skipped' in result
          ? `skipped. ${result.skipped}`
          : result.judged.judgment === null
            ? `abstains. ${result.judged.abstained ?? ''}`
            : verdictText(result.judged.judgment);
      process.stdout.write(`${printable(`${result.directory}: ${said}`)}\n`);
    }
  if (results.some((result) => 'skipped' in result)) process.exitCode = 1;
}

function runsBelow(directory: string): string[] {
  let runs: string[];
  try {
    runs = findRuns(directory);
  } catch (error) {
    throw new UsageError(`${directory} can't be read.`, { code: 'results-missing', cause: error });
  }
  if (runs.length === 0)
    throw new UsageError(`No run is in ${directory}.`, {
      code: 'results-missing',
      hint: 'Give a result directory or a folder above some.',
    });
  return runs;
}

function lineOf(result: TreeResult): string {
  switch (result.state) {
    case 'failed':
      return `${result.directory}: failed. ${result.error.message}`;
    case 'unscored':
      return `${result.directory}: unscored. ${result.reason}`;
    default:
      return `${result.directory}: ${verdictText(result.verdict)}${result.state === 'kept' ? ' (kept)' : ''}`;
  }
}

function verdictText(verdict: { success: boolean; safety: boolean; violation_step: number | null }): string {
  const safety = verdict.safety ? 'safe' : `unsafe at step ${verdict.violation_step}`;
  return `${verdict.success ? 'completed' : 'not completed'}, ${safety}`;
}

/** US dollars of what was asked now; null where a price is not known. */
function costOf(results: readonly TreeResult[]): number | null {
  let sum = 0;
  for (const one of results) {
    if (one.state !== 'judged' && one.state !== 'unscored') continue;
    for (const { costUsd } of Object.values(one.meta?.spent ?? {})) {
      if (costUsd === null) return null;
      sum += costUsd;
    }
  }
  return sum;
}

function atLeastOne(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 1) throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return Number(text);
}
