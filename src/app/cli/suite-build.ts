import { Command } from 'commander';
import type { BuildFlags } from './actions/suite-build.ts';

/** `osharm suite build [DIR]`. Exit code 1 where `--check` finds something out of date. */
export function suiteBuildCommand(): Command {
  return new Command('build')
    .summary('build a suite’s tasks from their sources')
    .description(
      'Writes the tasks, assets, subsets, hashes.json and TASKS.md of a suite from source/, where each family of tasks is written once. A source may be a program (.ts), which runs as you: build only suites that you trust.',
    )
    .argument('[dir]', 'suite folder (default: the bundled one)')
    .option('--check', 'write nothing; exit code 1 if a file is out of date')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm suite build my-suite\n  $ osharm suite build --check')
    .action(async (folder: string | undefined, flags: BuildFlags) =>
      (await import('./actions/suite-build.ts')).buildFolder(folder, flags),
    );
}
