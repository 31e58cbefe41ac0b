import { Argument, Command } from 'commander';
import { cacheKinds } from '../../desktop/image/cache-kinds.ts';
import type { CleanFlags } from './actions/setup-cache.ts';

const names = cacheKinds.map(({ name }) => name);

/** `osharm setup cache list|clean`. */
export function cacheCommand(): Command {
  const command = new Command('cache')
    .summary('show and clean the cache')
    .description('Shows and removes what osharm keeps on this machine beside results.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm setup cache list\n  $ osharm setup cache clean --dry-run\n  $ osharm setup cache clean --all',
    );
  command
    .command('list')
    .summary('list the cache’s contents')
    .description('Lists the cache’s contents, with sizes and the processes that use them.')
    .option('--json', 'print a JSON array, an item for each entry')
    .addHelpText('after', '\nExamples:\n  $ osharm setup cache list\n  $ osharm setup cache list --json')
    .action(async (options: { json?: boolean }) => (await import('./actions/setup-cache.ts')).listCached(options));
  command
    .command('clean')
    .summary('remove what can be rebuilt')
    .description(
      'Removes what earlier versions left and what can be rebuilt without a download, except what a process uses. With kinds: removes all of these.',
    )
    .addArgument(new Argument('[kind...]', 'what to remove').choices(names))
    .option('--all', 'everything but results and prompts; images are built again, packages downloaded again')
    .option('--dry-run', 'print what would be removed, remove nothing')
    .option('--json', 'print {"removed": […], "kept": […], "bytes": …} as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm setup cache clean --dry-run\n  $ osharm setup cache clean packages files',
    )
    .action(async (kinds: string[], options: CleanFlags) =>
      (await import('./actions/setup-cache.ts')).cleanCached(kinds, options),
    );
  return command;
}
