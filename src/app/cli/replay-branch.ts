import { Command } from 'commander';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import type { BranchFlags } from './actions/replay-branch.ts';
import { wholeNumber } from './number-arguments.ts';

/** `osharm replay branch`. `given` is what the run touches outside; tests give their own. */
export function branchCommand(given?: RunDependencies): Command {
  return new Command('branch')
    .summary('replay a recorded run up to a step and continue from there')
    .description(
      'Replays the steps of a recorded run in a fresh desktop, compares the result with the record, and continues from there: with the same agent or another one, with a defence, or without the payload.',
    )
    .argument('<run>', "the recorded run's directory")
    .requiredOption(
      '--at <step>',
      'first step to run live; earlier steps are replayed (1: replay nothing)',
      wholeNumber(1),
    )
    .option('--model <name>', 'model that continues (default: as in the record)')
    .option('--agent <source>', 'your own agent in place of a model')
    .option('--defence <file...>', 'defences around it')
    .option('--payload <text>', 'text in place of the payload; neutral: one of the same length that asks for nothing')
    .option('--suite <dir>', 'suite of the run (default: the bundled one)')
    .option('--out <dir>', 'folder of the branch', './branches')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm replay branch results/pyautogui/a11y_tree/gpt-4.1/os/budget__inject__pdf__stop_task --at 3 --payload neutral' +
        '\n  $ osharm replay branch RUN --at 3 --model anthropic:claude-sonnet-4 --out branches/other-model' +
        '\n\nExit codes: 0 the state was the same, 1 it was another one or the run failed, 2 usage, 3 environment.',
    )
    .action(async (run: string, flags: BranchFlags) =>
      (await import('./actions/replay-branch.ts')).makeBranch(run, flags, given),
    );
}
