import { Command } from 'commander';
import { writeDropIn } from '../desktop/drop-in/write-drop-in.ts';
import { DesktopPlace, type ServedDesktop } from '../desktop/serve-desktops.ts';
import { SandboxProvider } from '../providers/sandbox/sandbox-provider.ts';
import { networkFrom, networkOption } from './network-option.ts';
import { wholeNumber } from './number-arguments.ts';
import { addRequestFlags, type RequestFlags, requestRule } from './request-flags.ts';
import { untilStopped } from './until-stopped.ts';
import { checkOutput } from './write-output.ts';

interface ServeOptions extends RequestFlags {
  count: number;
  port: number;
  chromiumPort?: number;
  vlcPort?: number;
  screenWidth: number;
  screenHeight: number;
  network: Parameters<typeof networkFrom>[0];
  json?: boolean;
}

/** `osharm desktop serve`: many desktops for somebody else's harness. */
export function serveCommand(): Command {
  return addRequestFlags(new Command('serve'))
    .description('Serve several desktops over HTTP, each on a port, for other harnesses, until Ctrl-C.')
    .option('--count <n>', 'how many', wholeNumber(1, 64), 1)
    .option('--port <number>', 'port of the first; the others follow', wholeNumber(1, 65_535), 5000)
    .option(
      '--chromium-port <number>',
      'where Chromium’s debugging port (9222 inside) of the first is reached',
      wholeNumber(1, 65_535),
    )
    .option(
      '--vlc-port <number>',
      'where VLC’s web interface (8080 inside) of the first is reached',
      wholeNumber(1, 65_535),
    )
    .option('--screen-width <px>', '', wholeNumber(320, 7680), 1920)
    .option('--screen-height <px>', '', wholeNumber(240, 4320), 1080)
    .addOption(networkOption())
    .option('--json', 'print the addresses as JSON')
    .addHelpText(
      'after',
      '\nEach port speaks OSWorld’s protocol. POST /v2/reset there gives a fresh desktop; GET /v2/desktop says which it is.\n\nExamples:\n  $ osharm desktop serve --count 4 --port 5000 --chromium-port 9222\n  $ curl -X POST http://127.0.0.1:5002/v2/reset\n  $ osharm run --provider remote --remote http://127.0.0.1:5000,http://127.0.0.1:5001 …',
    )
    .action(serve);
}

/** `osharm desktop guest FILE`: the control server for a machine of one's own. */
export function guestCommand(): Command {
  return new Command('guest')
    .description('Write the control server as one file, for a desktop of your own (Ubuntu or Debian with X11).')
    .argument('<file>', 'where to write it')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm desktop guest desktop-control\n  $ scp desktop-control user@vm: && ssh user@vm ./desktop-control install',
    )
    .action(async (file: string) => {
      checkOutput(file);
      const bytes = await writeDropIn(file);
      process.stdout.write(
        `${file}: ${(bytes / 1e6).toFixed(0)} MB. Start it inside the desktop; with the word install it starts at every login.\n`,
      );
    });
}

async function serve(options: ServeOptions): Promise<void> {
  const provider = new SandboxProvider();
  await provider.check();
  const rule = requestRule(options);
  const spec = { width: options.screenWidth, height: options.screenHeight, network: networkFrom(options.network) };
  const places = Array.from({ length: options.count }, (_, index) => {
    const forward = (inside: number, first: number | undefined) =>
      first === undefined ? [] : [{ inside, outside: first + index }];
    return new DesktopPlace(
      {
        host: options.host,
        port: options.port + index,
        rule,
        forwards: [...forward(9222, options.chromiumPort), ...forward(8080, options.vlcPort)],
      },
      async (signal) => (await provider.create(spec, signal)) as ServedDesktop,
    );
  });
  await untilStopped(async (signal) => {
    try {
      await Promise.all(places.map((place) => place.start()));
      say(places, options);
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    } finally {
      await Promise.all(places.map((place) => place.close()));
      await provider.close();
    }
  }, 'the desktops are being closed');
}

function say(places: readonly DesktopPlace[], options: ServeOptions): void {
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  const rows = places.map(({ place }) => ({
    url: `http://${host}:${place.port}`,
    forwards: Object.fromEntries(place.forwards.map(({ inside, outside }) => [inside, outside])),
  }));
  if (options.json === true) process.stdout.write(`${JSON.stringify({ desktops: rows })}\n`);
  else {
    for (const { url, forwards } of rows) {
      const extra = Object.entries(forwards).map(
        ([inside, outside]) => `, port ${inside} of the desktop on ${outside}`,
      );
      process.stdout.write(`A desktop is up at ${url}${extra.join('')}.\n`);
    }
    process.stdout.write('OSWorld’s control protocol; POST /v2/reset gives a fresh desktop. Ctrl-C ends them.\n');
  }
}
