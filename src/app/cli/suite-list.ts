import { Command } from 'commander';

/** `osharm suite list [DIR…]`. */
export function suiteListCommand(): Command {
  return new Command('list')
    .summary('list suites and their tasks by category')
    .description('Lists the bundled suites, or the ones named, with their tasks by category.')
    .argument('[dir...]', 'suite folders or checkouts (default: the bundled ones)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm suite list\n  $ osharm suite list ../os-harm --json')
    .action(async (folders: string[], options: { json?: boolean }) =>
      (await import('./actions/suite-list.ts')).listSuites(folders, options),
    );
}
