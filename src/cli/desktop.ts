import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { Command } from 'commander';
import { offerControl } from '../desktop/control-proxy.ts';
import type { Network } from '../desktop/desktop.ts';
import { GuestClient } from '../desktop/guest-client.ts';
import type { SandboxDesktop } from '../desktop/providers/sandbox/sandbox-desktop.ts';
import { SandboxProvider } from '../desktop/providers/sandbox/sandbox-provider.ts';
import { openTerminal } from '../desktop/terminal-session.ts';
import { UsageError } from '../errors.ts';
import { guestCommand, serveCommand } from './desktop-serve.ts';
import { networkFrom, networkOption } from './network-option.ts';
import { portNumber } from './number-arguments.ts';
import { untilStopped } from './until-stopped.ts';

const size = { width: 1920, height: 1080 };

/** `osharm desktop up|serve|guest|shell|screenshot|tree`. */
export function desktopCommand(): Command {
  const command = new Command('desktop')
    .description('Desktops for people and for other harnesses.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm desktop up\n  $ osharm desktop serve --count 4\n  $ osharm desktop screenshot fresh.png',
    );
  command
    .command('up')
    .description('Start a desktop and serve OSWorld’s control protocol for it until Ctrl-C.')
    .option('--port <number>', 'TCP port of this machine; 0 takes a free one', portNumber, 5000)
    .option('--host <address>', 'address to listen on; whoever reaches it controls the desktop', '127.0.0.1')
    .addOption(networkOption())
    .option('--json', 'print the address as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm desktop up --port 5000\n  $ curl -s http://127.0.0.1:5000/screenshot > now.png\n  $ osharm desktop tree --url http://127.0.0.1:5000',
    )
    .action(up);
  command
    .command('shell')
    .description('Start a desktop and open a shell in it, as its user. The desktop ends with the shell.')
    .addOption(networkOption())
    .addHelpText('after', '\nExamples:\n  $ osharm desktop shell\n  $ echo "id; ls" | osharm desktop shell')
    .action(shell);
  looking(command.command('screenshot').argument('<file>', 'PNG to write'))
    .description('Write a picture of a desktop.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm desktop screenshot fresh.png\n  $ osharm desktop screenshot calc.png --launch "libreoffice --calc"\n  $ osharm desktop screenshot now.png --url http://127.0.0.1:5000',
    )
    .action(screenshot);
  looking(command.command('tree'))
    .description('Print the accessibility tree of a desktop, as XML.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm desktop tree --launch mousepad\n  $ osharm desktop tree --url http://127.0.0.1:5000 --json | jq -r .tree',
    )
    .action(tree);
  command.addCommand(serveCommand());
  command.addCommand(guestCommand());
  return command;
}

interface Looking {
  url?: string;
  launch?: string;
  json?: boolean;
}

function looking(command: Command): Command {
  return command
    .option('--url <url>', 'a desktop that runs already; otherwise a fresh one is started and ended')
    .option('--launch <command>', 'start this program first and wait until it is there')
    .option('--json', 'print what was found as JSON');
}

async function withDesktop<T>(
  act: (desktop: SandboxDesktop, signal: AbortSignal) => Promise<T>,
  asked?: Network,
): Promise<T> {
  const network = networkFrom(asked);
  const provider = new SandboxProvider();
  await provider.check();
  const { result } = await untilStopped(async (signal) => {
    try {
      const desktop = await provider.create({ ...size, network }, signal);
      return await act(desktop as SandboxDesktop, signal);
    } finally {
      await provider.close();
    }
  });
  return result;
}

async function withGuest<T>(
  options: Looking,
  act: (guest: GuestClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (options.url === undefined) {
    return withDesktop(async (desktop, signal) => {
      const guest = new GuestClient({ socketPath: desktop.controlPath });
      return act(await launched(guest, options.launch, signal), signal).finally(() => guest.close());
    });
  }
  if (!URL.canParse(options.url))
    throw new UsageError(`${options.url} is not a URL.`, { code: 'desktop-url', hint: 'Like http://127.0.0.1:5000' });
  const guest = new GuestClient({ baseUrl: options.url });
  const { result } = await untilStopped(async (signal) => act(await launched(guest, options.launch, signal), signal));
  guest.close();
  return result;
}

async function launched(guest: GuestClient, command: string | undefined, signal: AbortSignal): Promise<GuestClient> {
  if (command === undefined) {
    await guest.settle({}, signal);
    return guest;
  }
  const known = (await guest.windows(signal)).map((window) => window.id);
  await guest.launch(command, { signal });
  const settled = await guest.settle({ newWindowSince: known, newWindowCapMs: 30_000, capMs: 10_000 }, signal);
  if (settled.newWindow === false)
    throw new UsageError(`${command} opened no window within 30 s.`, { code: 'desktop-launch' });
  return guest;
}

async function up(options: { port: number; host: string; network: Network; json?: boolean }): Promise<void> {
  await withDesktop(async (desktop, signal) => {
    const server = await offerControl(desktop.controlPath, options.port, options.host);
    const { port } = server.address() as AddressInfo;
    const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
    if (options.json) process.stdout.write(`${JSON.stringify({ id: desktop.id, url, image: desktop.image })}\n`);
    else process.stdout.write(`A desktop is up at ${url} (OSWorld's control protocol). Ctrl-C ends it.\n`);
    while (!signal.aborted && desktop.state().state === 'running') {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 500);
        signal.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true });
      });
    }
    const end = desktop.state();
    if (end.state === 'destroyed') process.stderr.write(`The desktop was destroyed from inside: ${end.reason}.\n`);
    server.close();
  }, options.network);
}

async function shell(options: { network: Network }): Promise<void> {
  const { stdin, stdout } = process;
  await withDesktop(async (desktop, signal) => {
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
  }, options.network);
}

async function screenshot(file: string, options: Looking): Promise<void> {
  await withGuest(options, async (guest, signal) => {
    const picture = await guest.screenshot(signal);
    await writeFile(file, picture);
    if (options.json) process.stdout.write(`${JSON.stringify({ file, bytes: picture.length })}\n`);
    else process.stdout.write(`${file}: ${picture.length} bytes\n`);
  });
}

async function tree(options: Looking): Promise<void> {
  await withGuest(options, async (guest, signal) => {
    const xml = await guest.accessibilityTree(signal);
    process.stdout.write(`${options.json ? JSON.stringify({ tree: xml }) : xml}\n`);
  });
}
