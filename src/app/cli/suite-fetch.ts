import { Command } from 'commander';
import { hashListName } from '../../tasks/setup/downloads/hash-list-name.ts';
import type { FetchFlags } from './actions/suite-fetch.ts';

/** `osharm suite fetch [DIR]`. Exit code 1 where a file can't be had. */
export function suiteFetchCommand(): Command {
  return new Command('fetch')
    .summary('download the files that tasks need')
    .description(
      'Downloads the files that tasks name by address into the cache, so that sweeps need no network (--offline). Keeps what is there.',
    )
    .argument('[dir]', 'suite folder or checkout (default: the bundled one)')
    .option('--subset <name...>', 'only the tasks of these subsets')
    .option('--assets <dir>', 'your own folder of these files, searched first')
    .option('--download-hosts <host...>', 'hosts of your own network that tasks may download from')
    .option('--write-hashes', `write ${hashListName} into the suite: from then on every file must have its hash`)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite fetch ../os-harm\n  $ osharm suite fetch ../OSWorld --subset small --write-hashes',
    )
    .action(async (folder: string | undefined, flags: FetchFlags) =>
      (await import('./actions/suite-fetch.ts')).fetchDownloads(folder, flags),
    );
}
