import { writeDropIn } from '../../../desktop/client/drop-in/write-drop-in.ts';
import { mkcertSite } from '../../../desktop/client/mkcert-site.ts';
import { DesktopPlace, type ServedDesktop } from '../../../desktop/client/serve-desktops.ts';
import { SandboxProvider } from '../../../desktop/providers/sandbox/sandbox-provider.ts';
import { networkFrom } from '../../../runs/plan/network.ts';
import type { RequestFlags } from '../request-flags.ts';
import { requestRule } from '../request-flags.ts';
import { untilStopped } from '../until-stopped.ts';
import { checkOutput } from '../write-output.ts';

export interface ServeFlags extends RequestFlags {
  count: number;
  port: number;
  chromiumPort?: number;
  vlcPort?: number;
  screenWidth: number;
  screenHeight: number;
  network: Parameters<typeof networkFrom>[0];
  json?: boolean;
}

export async function writeGuest(file: string): Promise<void> {
  checkOutput(file);
  const bytes = await writeDropIn(file);
  process.stdout.write(
    `${file}: ${(bytes / 1e6).toFixed(0)} MB. Start it inside the desktop; the word install starts it at every login.\n`,
  );
}

export async function serve(options: ServeFlags): Promise<void> {
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
      async (signal) => {
        const desktop = (await provider.create(spec, signal)) as ServedDesktop;
        if (spec.network === 'hermetic') await desktop.serveSites([mkcertSite], signal);
        return desktop;
      },
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
  }, 'closing the desktops');
}

function say(places: readonly DesktopPlace[], options: ServeFlags): void {
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
    process.stdout.write('OSWorld’s control protocol; POST /v2/reset for a fresh desktop. Press Ctrl-C to end.\n');
  }
}
