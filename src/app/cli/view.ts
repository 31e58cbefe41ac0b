import type { Command } from 'commander';
import type { ViewFlags } from './actions/view.ts';
import { portNumber } from './number-arguments.ts';
import { UnderscoreCommand } from './underscore-command.ts';

export function viewCommand(): Command {
  return new UnderscoreCommand('view')
    .description(
      'Shows results of osharm and OS-Harm in the browser, also live during a sweep. Nothing leaves this machine. Press Ctrl-C to end.',
    )
    .argument(
      '[dir]',
      'a result directory, a folder above some (may be missing yet), or s3://BUCKET/PREFIX; default with --queue: the results of its newest sweep',
    )
    .option('--queue <url>', 'watch the workers of a queue too: postgres://USER@HOST/DATABASE')
    .option('--plugin <module...>', 'files or packages with a store or a queue')
    .option('--port <n>', 'port to listen on; 0 for any free one', portNumber, 0)
    .option(
      '--host <address>',
      'address to listen on; beyond this machine, requests need the token in the printed address',
      '127.0.0.1',
    )
    .option('--no-open', 'don’t open a browser')
    .option(
      '--bundle <folder>',
      'write all runs as a static site into a new folder; FILE.html: one run as one page that you can mail',
    )
    .option('--json', 'print the address as JSON: {"url": …}; with --bundle its folder, runs, files and bytes')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm view results\n  $ osharm view results --port 8080 --no-open\n  $ osharm view results --bundle site\n  $ osharm view RUN --bundle incident.html\n  $ osharm view --queue postgres://osharm@db/osharm',
    )
    .action(async (directory: string | undefined, options: ViewFlags) =>
      (await import('./actions/view.ts')).view(directory, options),
    );
}
