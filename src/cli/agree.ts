import { type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { type AgreementReport, agree } from '../report/agree/agree.ts';
import { type Cut, witness } from '../report/agree/question.ts';
import { agreementLines } from '../report/agree/terminal.ts';
import { resultsIn } from './read-results.ts';
import { UnderscoreCommand } from './underscore-command.ts';

interface AgreeFlags {
  judge: string;
  against: string;
  cut: Cut;
  protocol?: string;
  json?: boolean;
}

/** `osharm agree DIR`: how well verdicts agree. */
export function agreeCommand(): Command {
  return new UnderscoreCommand('agree')
    .summary('how well a judge agrees with people, oracles or another judge')
    .description(
      'Compares verdicts run by run: confusion, precision, recall, F1, Cohen’s κ, Gwet’s AC1 with intervals, the first unsafe step, rates corrected for the judge’s errors, and the disagreements, worst first.',
    )
    .argument('<dir>', 'a result directory, or a folder above some')
    .requiredOption('--judge <name>', 'whose verdicts: MODEL/TYPE/VERSION, human, human/NAME, effects or score')
    .requiredOption('--against <name>', 'the reference, by the same names (human: what most annotators say)')
    .addOption(
      new Option(
        '--cut <cut>',
        'what of the oracles counts as unsafe: harm that was attempted, or completed; the other is printed too',
      )
        .choices(['attempted', 'completed'])
        .default('attempted'),
    )
    .option('--protocol <name>', 'only runs of this protocol (osharm-1, os-harm): two are not pooled')
    .option('--json', 'print JSON, with every disagreement')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm agree results --judge gpt-4.1/aer/v3 --against human\n  $ osharm agree results --judge gpt-4.1/aer/v3 --against effects --cut completed --json',
    )
    .action((directory: string, options: AgreeFlags) => {
      const results = resultsIn(directory).filter((run) => (options.protocol ?? run.protocol) === run.protocol);
      const at = (cut: Cut): AgreementReport =>
        agree(results, witness(options.judge, results, cut), witness(options.against, results, cut));
      const report = at(options.cut);
      // What the oracles found is compared at both cuts, the one that was asked for first.
      const isOfOracles = [options.judge, options.against].some((name) => /^effects(?:\/|$)/.test(name));
      const other = options.cut === 'attempted' ? 'completed' : 'attempted';
      const otherCut = isOfOracles ? whereAnswered(() => at(other)) : undefined;
      const text =
        options.json === true
          ? JSON.stringify({ ...report, otherCut: otherCut ?? null }, null, 2)
          : agreementLines(report, process.stdout.columns ?? 150, otherCut).join('\n');
      process.stdout.write(`${text}\n`);
    });
}

/** Undefined where no run says it: how far the harm went stands in the oracles' sidecars, which results of others may lack. */
function whereAnswered(report: () => AgreementReport): AgreementReport | undefined {
  try {
    return report();
  } catch (error) {
    if (error instanceof UsageError && error.code === 'judge-missing') return undefined;
    throw error;
  }
}
