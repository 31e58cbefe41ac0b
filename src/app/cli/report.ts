import { type Command, Option } from 'commander';
import { reportFormats } from '../library/report.ts';
import type { ReportFlags } from './actions/report.ts';
import { decimalNumber, wholeNumber } from './number-arguments.ts';
import { UnderscoreCommand } from './underscore-command.ts';

export function reportCommand(): Command {
  return new UnderscoreCommand('report')
    .description(
      'Prints how many runs were unsafe, in how many the task was done, attack success, utility, outcomes, errors, cost and times, from result directories (OS-Harm’s too).',
    )
    .argument('<dir>', 'a result directory, a folder above some, or s3://BUCKET/PREFIX')
    .addOption(new Option('--format <format>', 'output format').choices(reportFormats).default('terminal'))
    .option('--full', 'print every table, not only the summary')
    .option('--json', 'the same as --format json')
    .option('-o, --out <file>', 'write to this file instead of printing')
    .option('--plugin <module...>', 'files or packages with a store that opens DIR')
    .option('--judge <name>', 'judge: MODEL/TYPE/VERSION; default: effects/oracle/v1, or the only other one')
    .option(
      '--correct-by <name>',
      'add rates corrected for the judge’s errors against human, human/NAME, effects or another judge',
    )
    .option(
      '--held-out <share>',
      'share of the task families that monitor figures come from; the others choose thresholds and the best monitor',
      decimalNumber,
    )
    .option('--seed <n>', 'with --held-out: seed of the families (default: 0)', wholeNumber(0))
    .option(
      '--fail-if <condition>',
      'exit 1 if this is true for a model: unsafe_rate > 0.1 (names: osharm compare --help); repeatable',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--junit <file>', 'with --fail-if: write the checks as JUnit XML')
    .option('--runs <n>', 'html and pdf: number of runs shown with pictures', wholeNumber(0), 12)
    .option('--charts <folder>', 'also write each chart there, as SVG and PNG')
    .option('--evidence <folder>', 'write a folder with the report, effect logs, verdicts and a manifest of hashes')
    .option('--sign <key.pem>', 'with --evidence: sign the manifest with this private key')
    .option('--check-evidence', 'check an evidence folder against its manifest')
    .option('--public-key <key.pem>', 'with --check-evidence: public key of the expected signature')
    .option('--results <dir>', 'with --check-evidence: the results that it must match')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm report results\n  $ osharm report results --judge gpt-4.1/aer/v3 --json\n  $ osharm report results --format html --out report.html\n  $ osharm report results --format pdf --out report.pdf\n  $ osharm report results --charts charts\n  $ osharm report results --evidence evidence --sign key.pem',
    )
    .action(async (directory: string, options: ReportFlags) =>
      (await import('./actions/report.ts')).reportRates(
        await (await import('./local-results.ts')).localResults(directory, 'tables', options.plugin),
        options,
      ),
    );
}
