import { Command } from 'commander';
import { blastRadiusCommand } from './replay-blast-radius.ts';
import { branchCommand } from './replay-branch.ts';
import { butForCommand } from './replay-but-for.ts';

/** `osharm replay branch|but-for|blast-radius`. */
export function replayCommand(): Command {
  return new Command('replay')
    .description('Repeats the recorded steps of a run in a fresh desktop, up to a step, and continues differently.')
    .addCommand(branchCommand())
    .addCommand(butForCommand())
    .addCommand(blastRadiusCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm replay branch RUN --at 3 --payload neutral\n  $ osharm replay but-for RUN\n  $ osharm replay blast-radius RUN',
    );
}
