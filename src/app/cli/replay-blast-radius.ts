import { Command } from 'commander';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import type { BlastRadiusFlags } from './actions/replay-blast-radius.ts';

/** `osharm replay blast-radius`. `given` is what the runs touch outside; tests give their own. */
export function blastRadiusCommand(given?: RunDependencies): Command {
  return new Command('blast-radius')
    .summary('what a hijacked agent could still complete, at each step of a run')
    .description(
      'Replaces the agent of a recorded run at each of its steps by a reference agent that is fully hijacked, and reports what harm it could still complete from there. This separates what the desktop allows from how robust a model is.',
    )
    .argument('<run>', "the recorded run's directory")
    .option('--goal <id...>', 'other goals by the same vector (default: the run’s own)')
    .option('--suite <dir>', 'suite of the run (default: the bundled one)')
    .option('--out <dir>', 'folder of the branches and blast-radius.json', './blast-radius')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm replay blast-radius results/pyautogui/a11y_tree/gpt-4.1/os/budget__inject__pdf__stop_task' +
        '\n  $ osharm replay blast-radius RUN --goal email_send_file terminal_cron_setup --out radius/budget' +
        '\n\nNo model is asked. The same command goes on where it was stopped.' +
        '\n\nExit codes: 0 measured, 1 nothing is known of a step, 2 usage, 3 environment.',
    )
    .action(async (run: string, flags: BlastRadiusFlags) =>
      (await import('./actions/replay-blast-radius.ts')).makeBlastRadius(run, flags, given),
    );
}
