import { basename, extname } from 'node:path';
import { z } from 'zod';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { homeExpanded } from '../guest-path.ts';
import { defineSetupKind } from '../setup-kind.ts';
import { waitForNewWindow, waitForWindow } from '../wait-for-window.ts';

/**
 * Opens a file or folder with the program for it (or starts a program of that name, as OSWorld's newer server does),
 * and waits for the window that shows it. `window` names it where its title doesn't hold the file's name.
 */
export const open = defineSetupKind({
  summary: 'Opens a file or folder with its program.',
  parameters: z.strictObject({ path: homeExpanded, window: z.string().min(1).optional() }),
  async run({ path, window }, { desktop, signal }) {
    await openAndWait(path, desktop, signal, window);
  },
});

/**
 * Opens `path`, waits for a window that names it (or `window`), then for a settled screen. Programs that don't name the
 * file (a browser shows a page's title) count by a window or title that is new. Throws where none comes.
 */
export async function openAndWait(
  path: string,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
  window?: string,
): Promise<void> {
  const before = await desktop.windows(signal);
  const name = basename(path);
  // A server of OSWorld's newer kind answers only when a window names the file, which may never be: the windows are looked at beside it.
  const found = new AbortController();
  const anySignal = signal === undefined ? found.signal : AbortSignal.any([signal, found.signal]);
  const opened = desktop.openFile(path, anySignal);
  const shown =
    window === undefined
      ? waitForNewWindow([name, basename(name, extname(name))], before, desktop, anySignal)
      : waitForWindow([window], desktop, anySignal);
  try {
    await Promise.race([opened.then(() => shown), shown]);
  } finally {
    found.abort();
    await Promise.allSettled([opened, shown]);
  }
}
