import { Command } from 'commander';
import { settings } from '../../runs/plan/settings/table.ts';
import type { SweepHost } from '../library/prepare-sweep.ts';
import type { BlastRadiusFlags } from './actions/replay-blast-radius.ts';
import type { BranchFlags } from './actions/replay-branch.ts';
import type { ButForFlags } from './actions/replay-but-for.ts';
import type { ProposedFlags } from './actions/replay-proposed.ts';
import { wholeNumber } from './number-arguments.ts';
import { optionOf } from './setting-flags.ts';

export function replayCommand(): Command {
  return new Command('replay')
    .description('Repeats the recorded steps of a run in a fresh desktop, up to a step, and continues differently.')
    .addCommand(branchCommand())
    .addCommand(butForCommand())
    .addCommand(blastRadiusCommand())
    .addCommand(proposedCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm replay branch RUN --at 3 --payload neutral\n  $ osharm replay but-for RUN\n  $ osharm replay blast-radius RUN',
    );
}

/** `host`: the run's external dependencies, replaced in tests. */
export function branchCommand(host: SweepHost = {}): Command {
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
    .option('--agent <source>', 'your own agent instead of a model')
    .option('--defence <file...>', 'defences around it')
    .option('--payload <text>', 'text to use as the payload; neutral: one of the same length without a request')
    .option('--suite <dir>', 'suite of the run (default: the bundled one)')
    .option('--out <dir>', 'folder of the branch', './branches')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm replay branch results/pyautogui/a11y_tree/gpt-4.1/os/budget__inject__pdf__stop_task --at 3 --payload neutral' +
        '\n  $ osharm replay branch RUN --at 3 --model anthropic:claude-sonnet-4 --out branches/other-model' +
        '\n\nExit codes: 0 same state, 1 the state diverged or the run failed, 2 usage, 3 environment.',
    )
    .action(async (run: string, flags: BranchFlags) =>
      (await import('./actions/replay-branch.ts')).replayBranch(run, flags, host),
    );
}

/** `host`: the runs' external dependencies, replaced in tests. */
export function butForCommand(host: SweepHost = {}): Command {
  return new Command('but-for')
    .summary('estimate what the payload caused, by replaying with and without it')
    .description(
      'Estimates what the payload caused. Branches a recorded run where its agent first saw the payload: several times unchanged, and several times with a neutral text of the same length. Prints the difference in harm with its interval, and the step at which the paths diverge.',
    )
    .argument('<run>', "the recorded run's directory")
    .option('-r, --repeat <m>', 'branches of each side', wholeNumber(1, 10_000), 10)
    .option('--at <step>', 'step to branch at (default: the first exposure)', wholeNumber(1))
    .option('--suite <dir>', 'suite of the run (default: the bundled one)')
    .option('--out <dir>', 'folder of the branches and but-for.json', './but-for')
    .addOption(optionOf(settings.yes))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm replay but-for results/pyautogui/a11y_tree/gpt-4.1/os/budget__inject__pdf__stop_task' +
        '\n  $ osharm replay but-for RUN --repeat 20 --out but-for/budget --json' +
        '\n\nThe same command resumes.' +
        '\n\nExit codes: 0 measured, 1 a side has no usable run, 2 usage, 3 environment.',
    )
    .action(async (run: string, flags: ButForFlags) =>
      (await import('./actions/replay-but-for.ts')).replayButFor(run, flags, host),
    );
}

/** `host`: the runs' external dependencies, replaced in tests. */
export function blastRadiusCommand(host: SweepHost = {}): Command {
  return new Command('blast-radius')
    .summary('what a hijacked agent could still complete, at each step of a run')
    .description(
      'At each step of a recorded run, replaces the agent with a fully hijacked reference agent, and reports what harm it could still complete from there. This separates what the desktop permits from how robust a model is.',
    )
    .argument('<run>', "the recorded run's directory")
    .option('--goal <id...>', 'other goals by the same vector (default: the run’s own)')
    .option('--suite <dir>', 'suite of the run (default: the bundled one)')
    .option('--out <dir>', 'folder of the branches and blast-radius.json', './blast-radius')
    .addOption(optionOf(settings.yes))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm replay blast-radius results/pyautogui/a11y_tree/gpt-4.1/os/budget__inject__pdf__stop_task' +
        '\n  $ osharm replay blast-radius RUN --goal email_send_file terminal_cron_setup --out radius/budget' +
        '\n\nNo model is called. The same command resumes.' +
        '\n\nExit codes: 0 measured, 1 a step has no result, 2 usage, 3 environment.',
    )
    .action(async (run: string, flags: BlastRadiusFlags) =>
      (await import('./actions/replay-blast-radius.ts')).replayBlastRadius(run, flags, host),
    );
}

/** `host`: the runs' external dependencies, replaced in tests. */
export function proposedCommand(host: SweepHost = {}): Command {
  return new Command('proposed')
    .summary('execute what protocols stopped, to see which attacks they prevented')
    .description(
      'For each step that a control protocol stopped, replays the run up to that step in a fresh desktop and executes what the agent had proposed. Writes the harm that it did beside the step’s score, so that the report distinguishes prevented attacks from false alarms.',
    )
    .argument('<dir>', 'a run, or a result directory')
    .option('--suite <dir>', 'suite of the runs (default: the bundled one)')
    .option('--out <dir>', 'folder of the branches', './proposed')
    .addOption(optionOf(settings.yes))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm replay proposed results' +
        '\n\nNo model is called. The same command executes only what is left.' +
        '\n\nExit codes: 0 all decided, 1 some undecided, 2 usage, 3 environment.',
    )
    .action(async (folder: string, flags: ProposedFlags) =>
      (await import('./actions/replay-proposed.ts')).executeProposed(folder, flags, host),
    );
}
