import { basename, extname } from 'node:path';
import { z } from 'zod';
import type { Desktop } from '../../desktop.ts';
import { defineSetupKind } from '../setup-kind.ts';
import { waitForWindow } from '../wait-for-window.ts';

/** Opens a file or folder with the program for it, and waits for the window that shows it. `window` names it where its title doesn't hold the file's name. */
export const open = defineSetupKind({
  parameters: z.strictObject({ path: z.string().min(1), window: z.string().min(1).optional() }),
  async run({ path, window }, { desktop, signal }) {
    await openAndWait(path, desktop, signal, window);
  },
});

/** Opens `path`, waits for a window that names it (or `window`), then for a settled screen. Throws where none comes. */
export async function openAndWait(
  path: string,
  desktop: Desktop,
  signal?: AbortSignal,
  window?: string,
): Promise<void> {
  await desktop.openFile(path, signal);
  const name = basename(path);
  const titles = window === undefined ? [name, basename(name, extname(name))] : [window];
  await waitForWindow(titles, desktop, signal);
}
