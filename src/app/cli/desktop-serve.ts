import { Command } from 'commander';
import { settings } from '../../runs/plan/settings/table.ts';
import type { HostFlags } from './actions/desktop-host.ts';
import type { ServeFlags } from './actions/desktop-serve.ts';
import { portNumber, wholeNumber } from './number-arguments.ts';
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

export function hostCommand(): Command {
  return new Command('host')
    .summary('lend desktops to osharm on other machines')
    .description(
      'Lends desktops to osharm on other machines, with effects and verdicts as in a run here, over TLS, until Ctrl-C.',
    )
    .option(
      '--access <file>',
      'where to write what a client needs: address, token and certificate',
      'osharm-access.json',
    )
    .option('--listen <address>', 'address to listen on', '0.0.0.0')
    .option('--port <number>', 'port; 0 for any free one', portNumber, 8443)
    .option('--name <host>', 'name or address by which clients reach this machine (default: its host name)')
    .option('--capacity <n>', 'desktops at a time (default: what fits here)', wholeNumber(1, 256))
    .option('--warm <n>', 'fresh desktops kept ready, 250 MB each', wholeNumber(0), 0)
    .option('--certificate <file>', 'certificate of your own, PEM (default: self-signed, pinned by the access file)')
    .option('--key <file>', 'its key, PEM')
    .addHelpText(
      'after',
      '\nWhoever has the access file can use the desktops. A client that is silent for a minute loses its desktops.\n\nExamples:\n  $ osharm desktop host --name lab.example.org\n  $ scp lab.example.org:osharm-access.json .\n  $ osharm run --desktops osharm-access.json --model reference-benign --subset quickstart',
    )
    .action(async (options: HostFlags) => (await import('./actions/desktop-host.ts')).lendDesktops(options));
}
