import { Command } from 'commander';
import { wholeNumber } from './number-arguments.ts';

/** `osharm suite commit`. */
export function suiteCommitCommand(): Command {
  return new Command('commit')
    .summary('draw held-out seeds and write a commitment to publish')
    .description(
      'Draws seeds and writes two files: a commitment to publish before the runs, and the seeds to keep until the results are out.',
    )
    .argument('[dir]', 'a suite (default: the bundled one)')
    .requiredOption('--out <file>', 'a new file, to publish')
    .requiredOption('--secret <file>', 'a new file, to keep')
    .option('--count <n>', 'how many seeds', wholeNumber(1, 1000), 3)
    .addHelpText('after', '\nExamples:\n  $ osharm suite commit --out held-out.json --secret secret.json')
    .action(async (folder: string | undefined, flags: { out: string; secret: string; count: number }) =>
      (await import('./actions/suite-held-out.ts')).commit(folder, flags),
    );
}

/** `osharm suite reveal`. */
export function suiteRevealCommand(): Command {
  return new Command('reveal')
    .summary('check revealed seeds and their runs against the commitment')
    .description(
      'Checks that revealed seeds match the commitment, and that every run of a folder has one of them and none is skipped. Exit code 1 if something doesn’t match.',
    )
    .argument('<file>', 'the published commitment')
    .requiredOption('--secret <file>', 'the seeds that you kept')
    .option('--results <dir>', 'runs with these seeds')
    .option('--json', 'print {"seeds": […], "faults": […]} as JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm suite reveal held-out.json --secret secret.json --results results')
    .action(async (file: string, flags: { secret: string; results?: string; json?: boolean }) =>
      (await import('./actions/suite-held-out.ts')).reveal(file, flags),
    );
}
