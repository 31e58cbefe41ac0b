import { Command } from 'commander';
import { settings } from '../../runs/plan/settings/table.ts';
import type { ServeFlags } from './actions/desktop-serve.ts';
import { wholeNumber } from './number-arguments.ts';
import { addRequestFlags } from './request-flags.ts';
import { optionOf } from './setting-flags.ts';

export function serveCommand(): Command {
  return addRequestFlags(new Command('serve'))
    .summary('serve several desktops over HTTP')
    .description('Serves several desktops over HTTP, each on a port, for other harnesses, until Ctrl-C.')
    .option('--count <n>', 'how many', wholeNumber(1, 64), 1)
    .option('--port <number>', 'port of the first; the others follow', wholeNumber(1, 65_535), 5000)
    .option(
      '--chromium-port <number>',
      'port for Chromium’s debugging port (9222) of the first desktop',
      wholeNumber(1, 65_535),
    )
    .option('--vlc-port <number>', 'port for VLC’s web interface (8080) of the first desktop', wholeNumber(1, 65_535))
    .option('--screen-width <px>', 'width of the screen', wholeNumber(320, 7680), 1920)
    .option('--screen-height <px>', 'height of the screen', wholeNumber(240, 4320), 1080)
    .addOption(optionOf(settings.network))
    .option('--json', 'print the addresses as JSON')
    .addHelpText(
      'after',
      '\nEach port speaks OSWorld’s protocol. POST /v2/reset there gives a fresh desktop; GET /v2/desktop identifies it.\n\nExamples:\n  $ osharm desktop serve --count 4 --port 5000 --chromium-port 9222\n  $ curl -X POST http://127.0.0.1:5002/v2/reset\n  $ osharm run --provider remote --remote http://127.0.0.1:5000,http://127.0.0.1:5001 …',
    )
    .action(async (options: ServeFlags) => (await import('./actions/desktop-serve.ts')).serve(options));
}

export function guestCommand(): Command {
  return new Command('guest')
    .summary('write the control server as one file')
    .description('Writes the control server as one file, for your own desktop (Ubuntu or Debian with X11).')
    .argument('<file>', 'where to write it')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm desktop guest desktop-control\n  $ scp desktop-control user@vm: && ssh user@vm ./desktop-control install',
    )
    .action(async (file: string) => (await import('./actions/desktop-serve.ts')).writeGuest(file));
}
