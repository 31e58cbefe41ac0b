import { basename, extname } from 'node:path';
import { z } from 'zod';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { homeExpanded } from '../guest-path.ts';
import { defineSetupKind } from '../setup-kind.ts';
import { waitForNewWindow, waitForWindow } from '../wait-for-window.ts';

/** Opens a file, folder or program as OSWorld does. `window` is needed if the title doesn't contain the file name. */
export const open = defineSetupKind({
  summary: 'Opens a file or folder with its program.',
  parameters: z.strictObject({ path: homeExpanded, window: z.string().min(1).optional() }),
  async run({ path, window }, { desktop, signal }) {
    await openAndWait(path, desktop, signal, window);
  },
});

/**
 * Opens `path` and waits for a window with its name or `window` in the title. For programs that don't show the file
 * name, such as browsers, any new window or title counts. Throws after a timeout.
 */
export async function openAndWait(
  path: string,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
  window?: string,
): Promise<void> {
  const before = await desktop.windows(signal);
  const name = basename(path);
  // OSWorld's newer server replies only when a window names the file, which may never happen. So wait for either.
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
