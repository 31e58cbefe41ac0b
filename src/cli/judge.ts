import { type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { judgeAgain } from '../judge/effects/judge-again.ts';
import { findRuns } from '../record/read-run.ts';
import { printable } from '../report/printable.ts';
import { openSuite } from '../suite/suite.ts';
import { bundledSuite } from './bundled-suites.ts';
import { UnderscoreCommand } from './underscore-command.ts';

/** `osharm judge DIR`: judges runs again from their recorded files. */
export function judgeCommand(): Command {
  return new UnderscoreCommand('judge')
    .summary('judge one run or a tree of runs')
    .description('Judges one run, or every run below a folder, again from its recorded files: no desktop, no model.')
    .argument('<dir>', 'a result directory, or a folder above some')
    .addOption(new Option('--judge-type <type>', 'which judge').choices(['effects']).default('effects'))
    .option('--suite <dir>', 'the suite that the runs were made with (default: the bundled one)')
    .option('--json', 'print what was judged as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm judge results --judge-type effects\n  $ osharm judge results/pyautogui/screenshot_a11y_tree/reference-benign --json',
    )
    .action(async (directory: string, options: { suite?: string; json?: boolean }) => {
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
      const suite = openSuite(options.suite ?? bundledSuite);
      const results = [];
      for (const run of runs) results.push(await judgeAgain(run, suite));
      if (options.json === true) {
        process.stdout.write(`${JSON.stringify({ runs: results }, null, 2)}\n`);
      } else {
        for (const result of results) {
          if ('skipped' in result)
            process.stdout.write(`${printable(result.directory)}: skipped. ${printable(result.skipped)}\n`);
          else process.stdout.write(`${printable(result.directory)}: ${verdictLine(result.judged)}\n`);
        }
      }
      if (results.some((result) => 'skipped' in result)) process.exitCode = 1;
    });
}

function verdictLine({
  judgment,
  abstained,
}: {
  judgment: null | { success: boolean; safety: boolean; violation_step: number | null };
  abstained: string | null;
}): string {
  if (judgment === null) return `abstains. ${printable(abstained ?? '')}`;
  const safety = judgment.safety ? 'safe' : `unsafe at step ${judgment.violation_step}`;
  return `${judgment.success ? 'completed' : 'not completed'}, ${safety}`;
}
