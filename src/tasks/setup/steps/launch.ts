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

const background = /^(?:\S*\/)?(?:socat|sh|bash|python3?|node|notify-send|pkill|killall|export|xclip|xsel)$/;
/** Programs whose window titles don't contain file names. */
const unnaming = /^(?:\S*\/)?(?:google-chrome|google-chrome-stable|chromium|firefox|code|thunderbird|xdg-open)$/;
/** Maximum milliseconds from a program's window to a title that names the opened file. */
const namedCapMs = 6_000;
const namedPollMs = 100;
/** A program that shows no window within these milliseconds is assumed to have none. */
const unnamedWindowCapMs = 8_000;
/** Applications that open a window unless they already have one, with their window classes. They get more time. */
const applications: readonly (readonly [RegExp, RegExp])[] = [
  [/^thunderbird$/, /thunderbird/i],
  [/^(?:google-chrome(?:-stable)?|chromium)$/, /chrom/i],
  [/^(?:libreoffice|soffice|localc|loffice|lowriter|limpress)$/, /libreoffice|soffice/i],
  [/^gimp$/, /gimp/i],
  [/^vlc$/, /vlc/i],
  [/^gnome-terminal$/, /terminal/i],
];
/** Arguments that prevent a window. */
const windowless = /(?:^|\s)(?:--?headless|--version|--help|-I|--intf|--convert-to)(?:[\s=]|$)/;
const applicationWindowCapMs = 60_000;
/** Matches a command that fills the clipboard. It has `copiedCapMs` milliseconds to do so. */
const copying = /(?:^|[\s/|])(?:xclip|xsel)\b(?!.*\s-{1,2}o(?:ut|utput)?\b)/s;
const copiedCapMs = 4_000;
const copiedPollMs = 50;

/**
 * Starts a program. osharm's extensions `window` (part of a title) and `shows` (a text in the window) wait for it and
 * throw after a timeout. Without them, waits a limited time for a new window if the program is likely to open one.
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
    // Like OSWorld, splits a command without a shell at spaces and ignores quotes.
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

/** The window may open before the file, so wait for the file's name in the title too. */
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

/** Waits for new clipboard content, because the next step may read or replace it. */
async function untilCopied(before: string, context: SetupContext): Promise<void> {
  const deadline = Date.now() + copiedCapMs;
  while ((await clipboardOf(context)) === before && Date.now() < deadline)
    await wait(copiedPollMs, undefined, { signal: context.signal });
}

function filesOf(command: string | readonly string[]): string[] {
  if (typeof command === 'string' || unnaming.test(command[0] ?? '')) return [];
  const files = command.slice(1).filter((word) => word.startsWith('/') && extname(word) !== '');
  return files.flatMap((file) => [basename(file), basename(file, extname(file))]).filter(({ length }) => length > 2);
}
