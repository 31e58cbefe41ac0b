import { z } from 'zod';
import type { GuestWindow } from '../../protocol.ts';
import { defineSetupKind, type SetupContext, withSignal } from '../setup-kind.ts';
import { takeUnpackedProfile } from '../thunderbird-profiles.ts';
import { waitForMatch, waitForText, waitForWindow } from '../wait-for-window.ts';
import { commandSchema } from './execute.ts';

/** Programs that show no window. */
const background = /^(?:\S*\/)?(?:socat|sh|bash|python3?|node|notify-send|pkill|killall|export)$/;
/** Windows that a program shows while it is still loading, and how long that may take in milliseconds. */
const splash = /\b(?:startup|splash)\b/i;
const splashCapMs = 60_000;
/** A program that shows no window within this time is taken for one that has none, in milliseconds. */
const unnamedWindowCapMs = 8_000;

/**
 * Starts a program. With `window` (ours: part of the title) waits for that window, with `shows` (ours) for a text in it, and fails without; else waits for
 * any new window of a program that is likely to show one, for a while.
 */
export const launch = defineSetupKind({
  parameters: z.strictObject({
    command: commandSchema,
    shell: z.boolean().default(false),
    window: z.string().min(1).optional(),
    shows: z.string().min(1).optional(),
  }),
  async run({ command: asked, shell, window, shows }, context) {
    // As OSWorld: text without a shell is split at its spaces, quotes and all.
    const command = shell || Array.isArray(asked) ? asked : asked.trim().split(/\s+/);
    const program = Array.isArray(command) ? command[0] : undefined;
    if (program?.split('/').at(-1) === 'thunderbird') await takeUnpackedProfile(context.desktop, context.signal);
    const known = (await context.desktop.windows(context.signal)).map(({ id }) => id);
    await context.desktop.launch(command, { shell, ...withSignal(context) });
    if (window !== undefined) await waitForWindow([window], context.desktop, context.signal);
    if (shows !== undefined) await waitForText(shows, context.desktop, context.signal);
    if (window !== undefined || shows !== undefined) return;
    if (program === undefined || background.test(program)) return;
    await context.desktop.settle({ newWindowSince: known, newWindowCapMs: unnamedWindowCapMs }, context.signal);
    await pastSplash(known, context);
  },
});

/** Waits for the window that follows a splash. */
async function pastSplash(known: readonly number[], { desktop, signal }: SetupContext): Promise<void> {
  const isNew = ({ id, title }: GuestWindow): boolean => !known.includes(id) && title !== '';
  const fresh = (await desktop.windows(signal)).filter(isNew);
  if (fresh.length === 0 || !fresh.every(({ title }) => splash.test(title))) return;
  const follows = (window: GuestWindow): boolean => isNew(window) && !splash.test(window.title);
  await waitForMatch(follows, ['a window after the splash'], desktop, signal, splashCapMs);
  await desktop.settle({}, signal);
}
