import type { Command } from 'commander';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import { settingNames } from '../../runs/plan/settings/table.ts';
import type { ModelAccess } from '../library/model-access.ts';
import { addConfig } from './config-flags.ts';
import { addHelpAll, addSettings, type RunFlags } from './setting-flags.ts';
import { UnderscoreCommand } from './underscore-command.ts';

/** `osharm run`. `given` is what the sweep touches outside, `access` what judges ask with; tests give their own. */
export function runCommand(given?: RunDependencies, access?: ModelAccess): Command {
  const command = addConfig(addSettings(new UnderscoreCommand('run'), settingNames), 'run');
  return addHelpAll(command)
    .summary('plan and run a sweep')
    .description('Plans and runs a sweep: every task of a manifest, with or without injections, in fresh desktops.')
    .addHelpText(
      'after',
      '\nFlags may be written with underscores too (--max_steps), as OS-Harm writes them.' +
        '\n\nExamples:' +
        '\n  $ osharm run --model reference-benign --dry-run' +
        '\n  $ osharm run --model openai:gpt-4.1 --observation-type screenshot_a11y_tree --max-cost 5' +
        '\n  $ osharm run --model reference-hijacked --manifest injection --inject --parallel 2' +
        '\n  $ osharm run --model reference-hijacked --manifest injection --inject --vector pdf --goal stop_task --dry-run' +
        '\n  $ osharm run --suite ../os-harm --model reference-refuse --test_all_meta_path evaluation_examples/test_misuse.json' +
        '\n\nA sweep that was stopped goes on with the same command. Exit codes: 0 all runs made, 1 runs failed, 2 usage, 3 environment, 130 stopped by Ctrl-C.',
    )
    .action(async (flags: RunFlags) => (await import('./actions/run.ts')).makeRuns(flags, given, access));
}
