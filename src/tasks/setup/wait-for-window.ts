import { setTimeout as wait } from 'node:timers/promises';
import { escapeXml } from '../../base/documents/text/escape-xml.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { GuestWindow } from '../../desktop/client/protocol.ts';
import { stepError } from './setup-failure.ts';

/** GIMP can take more than 30 s on a busy machine. */
export const windowCapMs = 90_000;
const pollMs = 100;
const textCapMs = 60_000;
const textPollMs = 500;

/** Waits for a title that contains one of `titles`, ignoring case, then for a settled screen. Throws on timeout. */
export async function waitForWindow(
  titles: readonly string[],
  desktop: Desktop,
  signal?: AbortSignal | undefined,
  capMs: number = windowCapMs,
): Promise<void> {
  await waitForMatch(byTitle(titles), titles, desktop, signal, capMs);
  await desktop.settle({}, signal);
}

/** Milliseconds for a window with the file's name to follow a splash screen or dialog. */
const betterWindowMs = 6_000;

/** Like `waitForWindow`, but after a while accepts any window or title that is not in `before`. */
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

/** Programs of OSWorld's image and their substitutes in osharm's image. */
const alsoCalled: readonly (readonly [string, string])[] = [['google chrome', 'chromium']];

/** Matches windows whose title contains one of `parts`, ignoring case, or the substitute's name. */
export function byTitle(parts: readonly string[]): (window: GuestWindow) => boolean {
  const lower = parts.map((part) => part.toLowerCase());
  const wanted = lower.flatMap((part) => [
    part,
    ...alsoCalled.flatMap(([theirs, ours]) => (part.includes(theirs) ? [part.replaceAll(theirs, ours)] : [])),
  ]);
  return ({ title }) => wanted.some((part) => title.toLowerCase().includes(part));
}

/** Waits for a matching window other than a splash screen. The error message lists `names`. */
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
 * Waits until a text is in the accessibility tree, since content may appear long after its window, then for a settled
 * screen. Throws after a timeout.
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

const nudgeEvery = 3;

/** Thunderbird sometimes updates the accessibility tree only when the pointer moves. */
async function nudge(desktop: Desktop, signal?: AbortSignal | undefined): Promise<void> {
  const code = 'import pyautogui\npyautogui.moveRel(2, 0)\npyautogui.moveRel(-2, 0)';
  await desktop.execute(code, { signal });
}
