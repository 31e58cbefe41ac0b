import { createServer, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import type { Desktop } from '../../desktop.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind, type SetupContext, withSignal } from '../setup-kind.ts';

/** The port that OSWorld's tasks forward to Chromium's debugging port. */
const debuggingPort = 9222;
const connectCapMs = 30_000;
const pageCapMs = 60_000;

/** Opens pages in the running Chromium, then closes the tab that it had at first. */
export const chromeOpenTabs = defineSetupKind({
  parameters: z.strictObject({ urls_to_open: z.array(z.string().min(1)).min(1) }),
  async run({ urls_to_open: urls }, context) {
    const forwarder = await forward(context.desktop, debuggingPort);
    try {
      const browser = await connected(`http://127.0.0.1:${forwarder.port}`, context);
      try {
        const [browserContext] = browser.contexts();
        if (browserContext === undefined) throw new Error('Chromium has no window.');
        const [initial] = browserContext.pages();
        for (const url of urls) {
          const page = await browserContext.newPage();
          // A page that takes too long is shown as far as it came, as in OSWorld.
          await page.goto(url, { timeout: pageCapMs }).catch((error: Error) => {
            if (error.name !== 'TimeoutError') throw error;
          });
        }
        await initial?.close();
      } finally {
        // Over CDP this only hangs up; the browser stays.
        await browser.close();
      }
    } finally {
      forwarder.server.close();
    }
    await context.desktop.settle({}, context.signal);
  },
});

async function connected(address: string, context: SetupContext): Promise<Browser> {
  const deadline = Date.now() + connectCapMs;
  for (;;) {
    try {
      // Loaded when a task needs it: it takes a quarter of a second.
      const { chromium } = await import('playwright-core');
      return await chromium.connectOverCDP(address, { timeout: 5_000 });
    } catch (error) {
      if (Date.now() > deadline)
        throw stepError(`Chromium's debugging port ${debuggingPort} doesn't answer.`, {
          code: 'setup-chromium-unreachable',
          blame: 'environment',
          isRetryable: true,
          hint: 'The task must launch Chromium with --remote-debugging-port and forward 9222 to it before chrome_open_tabs.',
          cause: error,
        });
      await wait(250, undefined, withSignal(context));
    }
  }
}

/** A port of this machine's loopback that leads to `port` in the desktop: CDP clients want an address. */
async function forward(desktop: Desktop, port: number): Promise<{ server: Server; port: number }> {
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
  if (address === null || typeof address === 'string') throw new Error('No port for the way to Chromium.');
  return { server, port: address.port };
}
