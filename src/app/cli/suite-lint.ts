import { Command } from 'commander';
import { settings } from '../../runs/plan/settings/table.ts';
import type { LintFlags } from './actions/suite-lint.ts';
import { addConfig } from './config-flags.ts';

/** `osharm suite lint [DIR]`. Exit code 1 where something is wrong or can't be done. */
export function suiteLintCommand(): Command {
  return addConfig(new Command('lint'), null)
    .summary('find mistakes in a suite, and tasks that can’t run here')
    .description(
      'Checks subsets, tasks, goals, assets and reference solutions of a suite, and names file and field of each mistake; of a checkout of OS-Harm or OSWorld also what this machine’s desktops can’t do. Starts and fetches nothing.',
    )
    .argument('[dir]', 'suite folder or checkout (default: the bundled one)')
    .option('--subset <name...>', 'only these subsets and the tasks that they list')
    .option('--plugin <module...>', settings.plugin.help)
    .option('--assets <dir>', 'your own folder of the files that tasks download')
    .option('--strict-setup', 'check a checkout as strictly as our own suites, as `osharm run --strict-setup` does')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite lint\n  $ osharm suite lint ../os-harm --subset misuse injection misbehavior\n  $ osharm suite lint my-suite --json',
    )
    .action(async (folder: string | undefined, options: LintFlags) =>
      (await import('./actions/suite-lint.ts')).lintFolder(folder, options),
    );
}
