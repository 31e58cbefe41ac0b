import { createServer, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { stepError } from './setup-failure.ts';
import type { SetupContext } from './setup-kind.ts';

/** The port through which OSWorld's tasks reach Chromium's debugging port. */
const debuggingPort = 9222;
/** The duration of OSWorld's fifteen attempts at intervals of five seconds. */
const connectCapMs = 75_000;

/** Connects to the running Chromium for the duration of `action`. Disconnects without closing the browser. */
export async function withChromium(
  context: SetupContext,
  action: (windows: BrowserContext) => Promise<void>,
): Promise<void> {
  const forwarder = await forwardPort(context.desktop, debuggingPort);
  try {
    const browser = await connected(`http://127.0.0.1:${forwarder.port}`, context);
    try {
      const [windows] = browser.contexts();
      if (windows === undefined) throw new Error('Chromium has no window.');
      await action(windows);
    } finally {
      // Over CDP, `close` only disconnects.
      await browser.close();
    }
  } finally {
    forwarder.server.close();
  }
  await context.desktop.settle({}, context.signal);
}

async function connected(address: string, context: SetupContext): Promise<Browser> {
  const deadline = Date.now() + connectCapMs;
  for (;;) {
    try {
      // Loaded lazily, because the import takes a quarter of a second.
      const { chromium } = await import('playwright-core');
      return await chromium.connectOverCDP(address, { timeout: 5_000 });
    } catch (error) {
      if (Date.now() > deadline)
        throw stepError(`Chromium's debugging port ${debuggingPort} doesn't answer.`, {
          code: 'setup-chromium-unreachable',
          blame: 'environment',
          isRetryable: true,
          hint: 'The task must launch Chromium with --remote-debugging-port and forward 9222 to it before its tabs are opened or closed.',
          cause: error,
        });
      await wait(250, undefined, { signal: context.signal });
    }
  }
}

/** Forwards a local port to `port` in the desktop, because CDP clients need an address. */
export async function forwardPort(
  desktop: Pick<Desktop, 'connect'>,
  port: number,
): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    desktop.connect(port).then(
      (stream) => {
        stream.on('error', () => socket.destroy());
        socket.on('close', () => stream.destroy());
        stream.on('close', () => socket.destroy());
        socket.pipe(stream).pipe(socket);
      },
      () => socket.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('There is no free port for the connection to Chromium.');
  return { server, port: address.port };
}
