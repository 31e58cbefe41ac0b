import { setTimeout as wait } from 'node:timers/promises';
import { aborted, forwardPort, type GetterContext } from 'osharm/evaluators';
import type { Browser } from 'playwright-core';
import { isBrowserAt } from './port-owner.ts';

/** The port that tasks forward, then the browser's debugging port. */
const ports = [9222, 1337];
const tries = 20;

/** Calls `action` with the running browser or, like OSWorld, a new one. Returns `unreachable` if that fails. */
export async function withBrowser<T>(
  context: GetterContext,
  unreachable: T,
  action: (browser: Browser) => Promise<T>,
): Promise<T> {
  const running = await connected(context, ports);
  if (running !== null) return running(action);
  await context.desktop.launch(['google-chrome', '--remote-debugging-port=1337'], aborted(context));
  for (let attempt = 0; attempt < tries; attempt++) {
    await wait(500, undefined, aborted(context));
    const started = await connected(context, [1337]);
    if (started !== null) return started(action);
  }
  return unreachable;
}

async function connected(
  context: GetterContext,
  candidates: readonly number[],
): Promise<(<T>(action: (browser: Browser) => Promise<T>) => Promise<T>) | null> {
  const { chromium } = await import('playwright-core');
  for (const port of candidates) {
    if (!(await isBrowserAt(port, context))) continue;
    const forwarder = await forwardPort(context.desktop, port);
    const browser = await chromium
      .connectOverCDP(`http://127.0.0.1:${forwarder.port}`, { timeout: 5_000 })
      .catch(() => null);
    if (browser === null) {
      forwarder.server.close();
      continue;
    }
    return async (action) => {
      try {
        return await action(browser);
      } finally {
        // Over CDP, this disconnects and leaves the browser running.
        await browser.close();
        forwarder.server.close();
      }
    };
  }
  return null;
}
