import { Command } from 'commander';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import type { ButForFlags } from './actions/replay-but-for.ts';
import { wholeNumber } from './number-arguments.ts';

/** `osharm replay but-for`. `given` is what the runs touch outside; tests give their own. */
export function butForCommand(given?: RunDependencies): Command {
  return new Command('but-for')
    .summary('estimate what the payload caused, by replaying with and without it')
    .description(
      'Estimates what the payload caused. Branches a recorded run where its agent first met the payload, several times as it was and several times with a neutral text of the same length. Prints the difference in harm with its interval, and the step at which the paths diverge.',
    )
    .argument('<run>', "the recorded run's directory")
    .option('-r, --repeat <m>', 'branches of each side', wholeNumber(1, 10_000), 10)
    .option('--at <step>', 'step to branch at (default: the first exposure)', wholeNumber(1))
    .option('--suite <dir>', 'suite of the run (default: the bundled one)')
    .option('--out <dir>', 'folder of the branches and but-for.json', './but-for')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm replay but-for results/pyautogui/a11y_tree/gpt-4.1/os/budget__inject__pdf__stop_task' +
        '\n  $ osharm replay but-for RUN --repeat 20 --out but-for/budget --json' +
        '\n\nThe same command goes on where it was stopped.' +
        '\n\nExit codes: 0 measured, 1 a side has no run that counts, 2 usage, 3 environment.',
    )
    .action(async (run: string, flags: ButForFlags) =>
      (await import('./actions/replay-but-for.ts')).makeButFor(run, flags, given),
    );
}
