import { setTimeout as wait } from 'node:timers/promises';
import { escapeXml } from '../../base/documents/text/escape-xml.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { GuestWindow } from '../../desktop/client/protocol.ts';
import { stepError } from './setup-failure.ts';

/** How long a program may take to show its window, in milliseconds: GIMP on a busy machine takes more than 30,000. */
export const windowCapMs = 90_000;
const pollMs = 100;
const textCapMs = 60_000;
const textPollMs = 500;

/**
 * Waits until a window is there whose title holds one of `titles` (letter case aside), then until the screen is settled.
 * Throws where none came in time.
 */
export async function waitForWindow(
  titles: readonly string[],
  desktop: Desktop,
  signal?: AbortSignal | undefined,
  capMs: number = windowCapMs,
): Promise<void> {
  await waitForMatch(byTitle(titles), titles, desktop, signal, capMs);
  await desktop.settle({}, signal);
}

/** How long a window that names what was opened may come after another one (a splash, a dialog), in milliseconds. */
const betterWindowMs = 6_000;

/**
 * Like `waitForWindow`, but content with any window or title that wasn't there in `before`, once none of the titles has come for a while.
 */
export async function waitForNewWindow(
  titles: readonly string[],
  before: readonly GuestWindow[],
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const known = new Set(before.map(({ id, title }) => `${id} ${title}`));
  const names = byTitle(titles);
  let since: number | null = null;
  await waitForMatch(
    (window) => {
      if (names(window)) return true;
      if (window.title === '' || known.has(`${window.id} ${window.title}`)) return false;
      since ??= Date.now();
      return Date.now() - since > betterWindowMs;
    },
    titles,
    desktop,
    signal,
  );
  await desktop.settle({}, signal);
}

/** Programs of OSWorld's image with the ones that stand for them in ours, as titles name them. */
const alsoCalled: readonly (readonly [string, string])[] = [['google chrome', 'chromium']];

/** Matches windows whose title holds one of `parts`, letter case aside; what stands for a program of OSWorld's goes by its name too. */
export function byTitle(parts: readonly string[]): (window: GuestWindow) => boolean {
  const lower = parts.map((part) => part.toLowerCase());
  const wanted = lower.flatMap((part) => [
    part,
    ...alsoCalled.flatMap(([theirs, ours]) => (part.includes(theirs) ? [part.replaceAll(theirs, ours)] : [])),
  ]);
  return ({ title }) => wanted.some((part) => title.toLowerCase().includes(part));
}

/** Waits until a window matches, and gives it: a splash is no window of its program. `names` say in the message what was looked for. */
export async function waitForMatch(
  matches: (window: GuestWindow) => boolean,
  names: readonly string[],
  desktop: Desktop,
  signal?: AbortSignal | undefined,
  capMs: number = windowCapMs,
): Promise<GuestWindow> {
  const deadline = Date.now() + capMs;
  for (;;) {
    const windows = await desktop.windows(signal);
    const found = windows.find((window) => window.isSplash !== true && matches(window));
    if (found !== undefined) return found;
    if (Date.now() > deadline) {
      const seen = windows.map(({ title }) => JSON.stringify(title)).join(', ') || 'none';
      throw stepError(
        `no window is called ${names.map((name) => JSON.stringify(name)).join(' or ')} after ${capMs / 1000} s; windows: ${seen}.`,
        {
          code: 'setup-window-missing',
          blame: 'environment',
          isRetryable: true,
        },
      );
    }
    await wait(pollMs, undefined, { signal });
  }
}

/**
 * Waits until a text is in the accessibility tree (a window may be there long before what it shows), then until the screen is settled.
 * Throws where it doesn't come in time.
 */
export async function waitForText(
  text: string,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
  capMs: number = textCapMs,
): Promise<void> {
  const deadline = Date.now() + capMs;
  const asXml = escapeXml(text);
  for (let looks = 1; !(await desktop.accessibilityTree(signal)).includes(asXml); looks += 1) {
    if (Date.now() > deadline)
      throw stepError(`${JSON.stringify(text)} is not in the accessibility tree after ${capMs / 1000} s.`, {
        code: 'setup-text-missing',
        blame: 'environment',
        isRetryable: true,
      });
    await wait(textPollMs, undefined, { signal });
    if (looks % nudgeEvery === 0) await nudge(desktop, signal);
  }
  await desktop.settle({}, signal);
}

/** Looks without success after which the pointer is moved. */
const nudgeEvery = 3;

/** Thunderbird sometimes tells of what it has drawn only when the pointer moves over it: a pixel there and back. */
async function nudge(desktop: Desktop, signal?: AbortSignal | undefined): Promise<void> {
  const code = 'import pyautogui\npyautogui.moveRel(2, 0)\npyautogui.moveRel(-2, 0)';
  await desktop.execute(code, { signal });
}
