import { basename, extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { GuestWindow } from '../../../desktop/client/protocol.ts';
import { truth } from '../../suite/truth.ts';
import { defineSetupKind, type SetupContext } from '../setup-kind.ts';
import { takeUnpackedProfile } from '../thunderbird-profiles.ts';
import { openedInVscode, untilVscodeShows } from '../vscode-window.ts';
import { byTitle, waitForText, waitForWindow } from '../wait-for-window.ts';
import { commandSchema } from './execute.ts';

/** Programs that show no window. */
const background = /^(?:\S*\/)?(?:socat|sh|bash|python3?|node|notify-send|pkill|killall|export|xclip|xsel)$/;
/** Programs whose titles are not the names of files. */
const unnaming = /^(?:\S*\/)?(?:google-chrome|google-chrome-stable|chromium|firefox|code|thunderbird|xdg-open)$/;
/** How long after its window a program may take until the title names the file that it was given, in milliseconds. */
const namedCapMs = 6_000;
const namedPollMs = 100;
/** A program that shows no window within this time is taken for one that has none, in milliseconds. */
const unnamedWindowCapMs = 8_000;
/**
 * Applications that always open a window where none of theirs is open, with the class of these windows. On a busy
 * machine that takes long.
 */
const applications: readonly (readonly [RegExp, RegExp])[] = [
  [/^thunderbird$/, /thunderbird/i],
  [/^(?:google-chrome(?:-stable)?|chromium)$/, /chrom/i],
  [/^(?:libreoffice|soffice|localc|loffice|lowriter|limpress)$/, /libreoffice|soffice/i],
  [/^gimp$/, /gimp/i],
  [/^vlc$/, /vlc/i],
  [/^gnome-terminal$/, /terminal/i],
];
/** Words with which they open none. */
const windowless = /(?:^|\s)(?:--?headless|--version|--help|-I|--intf|--convert-to)(?:[\s=]|$)/;
const applicationWindowCapMs = 60_000;
/** A command that puts something on the clipboard, and how long that may take, in milliseconds. */
const copying = /(?:^|[\s/|])(?:xclip|xsel)\b(?!.*\s-{1,2}o(?:ut|utput)?\b)/s;
const copiedCapMs = 4_000;
const copiedPollMs = 50;

/**
 * Starts a program. With `window` (ours: part of the title) waits for that window, with `shows` (ours) for a text in
 * it, and fails without; else waits for any new window of a program that is likely to show one (a splash is none), for
 * a while.
 */
export const launch = defineSetupKind({
  summary: 'Starts a program and waits for its window.',
  parameters: z.strictObject({
    command: commandSchema,
    shell: truth,
    window: z.string().min(1).optional(),
    shows: z.string().min(1).optional(),
  }),
  async run({ command: words, shell, window, shows }, context) {
    // As OSWorld: text without a shell is split at its spaces, quotes and all.
    const command = shell || Array.isArray(words) ? words : words.trim().split(/\s+/);
    const program = Array.isArray(command) ? command[0] : undefined;
    if (program?.split('/').at(-1) === 'thunderbird') await takeUnpackedProfile(context.desktop, context.signal);
    const windows = await context.desktop.windows(context.signal);
    const isCopying = copying.test(typeof command === 'string' ? command : command.join(' '));
    const copied = isCopying ? await clipboardOf(context) : '';
    await context.desktop.launch(command, { shell, signal: context.signal });
    if (isCopying) await untilCopied(copied, context);
    if (window !== undefined) await waitForWindow([window], context.desktop, context.signal);
    if (shows !== undefined) await waitForText(shows, context.desktop, context.signal);
    const inVscode = Array.isArray(command) ? openedInVscode(command) : null;
    const isNamed = window !== undefined || shows !== undefined;
    if (!isNamed && program !== undefined && !background.test(program)) await untilOpen(command, windows, context);
    if (inVscode !== null) await untilVscodeShows(inVscode, context);
  },
});

/** Waits for a new window, and where the program was given a file for a title that names it: the window may be there before the file is. */
async function untilOpen(
  command: string | readonly string[],
  known: readonly GuestWindow[],
  { desktop, signal }: SetupContext,
): Promise<void> {
  const { newWindow } = await desktop.settle(
    { newWindowSince: known.map(({ id }) => id), newWindowCapMs: windowCapMs(command, known) },
    signal,
  );
  const names = newWindow === true ? filesOf(command) : [];
  if (names.length === 0) return;
  const isNamed = byTitle(names);
  const deadline = Date.now() + namedCapMs;
  const waiting = async (): Promise<boolean> =>
    !(await desktop.windows(signal)).some((window) => window.isSplash !== true && isNamed(window));
  if (!(await waiting())) return;
  while (Date.now() < deadline && (await waiting())) await wait(namedPollMs, undefined, { signal });
  await desktop.settle({}, signal);
}

/** How long a program may take to its window, in milliseconds. */
function windowCapMs(command: string | readonly string[], known: readonly GuestWindow[]): number {
  const words = typeof command === 'string' ? command : command.join(' ');
  const program = basename(words.trim().split(/\s/)[0] ?? '');
  const pattern = applications.find(([names]) => names.test(program))?.[1];
  const opensOne =
    pattern !== undefined && !windowless.test(words) && !known.some(({ className }) => pattern.test(className));
  return opensOne ? applicationWindowCapMs : unnamedWindowCapMs;
}

async function clipboardOf({ desktop, signal }: SetupContext): Promise<string> {
  return (await desktop.exec(['xclip', '-selection', 'clipboard', '-o'], { signal })).output;
}

/** Waits until the clipboard holds something else than before: what comes next may read it, or take it over. */
async function untilCopied(before: string, context: SetupContext): Promise<void> {
  const deadline = Date.now() + copiedCapMs;
  while ((await clipboardOf(context)) === before && Date.now() < deadline)
    await wait(copiedPollMs, undefined, { signal: context.signal });
}

/** Names of the files that a command hands over, with and without their ending. */
function filesOf(command: string | readonly string[]): string[] {
  if (typeof command === 'string' || unnaming.test(command[0] ?? '')) return [];
  const files = command.slice(1).filter((word) => word.startsWith('/') && extname(word) !== '');
  return files.flatMap((file) => [basename(file), basename(file, extname(file))]).filter(({ length }) => length > 2);
}
