import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { UsageError } from '../../../base/errors.ts';
import { offerControl } from '../../../desktop/client/control-proxy.ts';
import type { Desktop, Network, PictureSize } from '../../../desktop/client/desktop.ts';
import { openTerminal } from '../../../desktop/client/terminal-session.ts';
import { providerNamed } from '../../../desktop/providers/registry.ts';
import { desktopAt } from '../../../desktop/providers/remote/desktop-at.ts';
import { networkFor } from '../../../runs/plan/network.ts';
import { providerOptions } from '../../library/provider-options.ts';
import type { Tried } from '../../try/tried.ts';
import type { ProviderFlags } from '../provider-flags.ts';
import { type RequestFlags, requestRule } from '../request-flags.ts';
import { serveUntilStopped } from '../try-page.ts';
import { untilStopped } from '../until-stopped.ts';

/** `end` does nothing, because the caller started the desktop and closes it. */
function plainDesktop(desktop: Desktop, screen: PictureSize): Tried {
  return { title: `Desktop ${desktop.id}`, screen, task: null, start: async () => desktop, end: async () => {} };
}

export interface DesktopFlags extends ProviderFlags {
  provider?: string;
  network?: Network;
  screenWidth: number;
  screenHeight: number;
}

export interface LookingFlags extends DesktopFlags {
  url?: string;
  launch?: string;
  json?: boolean;
}

async function withDesktop<T>(
  flags: DesktopFlags,
  act: (desktop: Desktop, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { provider: name = 'sandbox', screenWidth: width, screenHeight: height } = flags;
  const network = networkFor(name, flags.network);
  const provider = await providerNamed(name, providerOptions(flags));
  const { result } = await untilStopped(async (signal) => {
    try {
      await provider.check();
      const spec = { width, height, network };
      return await act(await provider.create(spec, signal), signal);
    } finally {
      await provider.close();
    }
  }, 'closing the desktop');
  return result;
}

/** Uses the desktop at `--url` and leaves it open, or starts a new one. */
async function withLooked<T>(
  flags: LookingFlags,
  act: (desktop: Desktop, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { url, launch } = flags;
  if (url === undefined)
    return withDesktop(flags, async (desktop, signal) => act(await launched(desktop, launch, signal), signal));
  if (flags.provider !== undefined)
    throw new UsageError('--url names a running desktop, and --provider starts one.', {
      code: 'desktop-url',
      hint: 'Give one of the two.',
    });
  const { result } = await untilStopped(async (signal) => {
    const desktop = await desktopAt(url, signal);
    try {
      return await act(await launched(desktop, launch, signal), signal);
    } finally {
      await desktop.close();
    }
  }, 'the desktop stays as it is');
  return result;
}

async function launched(desktop: Desktop, command: string | undefined, signal: AbortSignal): Promise<Desktop> {
  if (command === undefined) {
    await desktop.settle({}, signal);
    return desktop;
  }
  const known = (await desktop.windows(signal)).map((window) => window.id);
  await desktop.launch(command, { signal });
  const settled = await desktop.settle({ newWindowSince: known, newWindowCapMs: 30_000, capMs: 10_000 }, signal);
  if (settled.newWindow === false)
    throw new UsageError(`${command} opened no window within 30 s.`, { code: 'desktop-launch' });
  return desktop;
}

export async function up(
  options: DesktopFlags & RequestFlags & { port: number; pagePort: number; json?: boolean },
): Promise<void> {
  await withDesktop(options, async (desktop, signal) => {
    const open = (openSignal?: AbortSignal): Promise<Duplex> =>
      desktop.control?.(openSignal) ?? Promise.reject(new Error('This desktop has no reachable control server.'));
    const server = await offerControl(open, {
      port: options.port,
      host: options.host,
      rule: requestRule(options),
    });
    const { port } = server.address() as AddressInfo;
    const page = plainDesktop(desktop, { width: options.screenWidth, height: options.screenHeight });
    const { host, token, pagePort } = options;
    const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
    const announce = (live: string): void => {
      if (options.json)
        process.stdout.write(`${JSON.stringify({ id: desktop.id, url, page: live, image: desktop.image })}\n`);
      else
        process.stdout.write(
          `A desktop is up at ${url} (OSWorld's control protocol). Open it in your browser: ${live}\nCtrl-C ends it.\n`,
        );
    };
    await serveUntilStopped(page, { host, port: pagePort, token }, signal, announce);
    const end = desktop.state();
    if (end.state === 'destroyed') process.stderr.write(`The desktop was destroyed from inside: ${end.reason}.\n`);
    server.close();
  });
}

export async function shell(options: DesktopFlags): Promise<void> {
  const { stdin, stdout } = process;
  await withDesktop(options, async (desktop, signal) => {
    if (!stdin.isTTY) {
      const parts: Buffer[] = [];
      for await (const part of stdin) parts.push(part as Buffer);
      const done = await desktop.exec(['bash', '-c', Buffer.concat(parts).toString('utf8')], { signal });
      stdout.write(done.output);
      process.stderr.write(done.error);
      process.exitCode = done.returncode === 0 ? 0 : 1;
      return;
    }
    const terminal = await openTerminal(desktop, {
      shell: 'bash -l',
      rows: stdout.rows || 24,
      columns: stdout.columns || 80,
      signal,
    });
    stdin.setRawMode(true);
    try {
      await new Promise<void>((resolve) => {
        terminal.once('close', resolve);
        terminal.once('error', () => resolve());
        stdin.pipe(terminal).pipe(stdout, { end: false });
      });
    } finally {
      stdin.setRawMode(false);
      stdin.unpipe(terminal);
      stdin.pause();
    }
  });
}

export async function screenshot(file: string, options: LookingFlags): Promise<void> {
  await withLooked(options, async (desktop, signal) => {
    const picture = await desktop.screenshot(signal);
    await writeFile(file, picture);
    if (options.json) process.stdout.write(`${JSON.stringify({ file, bytes: picture.length })}\n`);
    else process.stdout.write(`${file}: ${picture.length} bytes\n`);
  });
}

export async function tree(options: LookingFlags): Promise<void> {
  await withLooked(options, async (desktop, signal) => {
    const xml = await desktop.accessibilityTree(signal);
    process.stdout.write(`${options.json ? JSON.stringify({ tree: xml }) : xml}\n`);
  });
}
