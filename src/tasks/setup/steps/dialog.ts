import { z } from 'zod';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { defineSetupKind, type SetupContext } from '../setup-kind.ts';
import { waitForWindow } from '../wait-for-window.ts';

const button = z.strictObject({
  label: z.string().min(1).max(60),
  /** Program and arguments that pressing the button starts, as the desktop's user in the home folder. */
  runs: z.array(z.string().min(1)).min(1).optional(),
});

/** Longer texts are cut off at the edge of the screen. */
export const longestDialogText = 2_000;

export const dialogParameters = z.strictObject({
  title: z.string().min(1).max(120),
  text: z.string().min(1).max(longestDialogText),
  buttons: z
    .array(button)
    .min(1)
    .max(4)
    .default([{ label: 'OK' }]),
  /** Name of the program that shows the dialog. */
  program: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,30}$/, 'a lower-case program name, such as copy-monitor')
    .default('desktop-dialog'),
});
export type Dialog = z.output<typeof dialogParameters>;

/** The texts are arguments, so that nothing in them is read as code or markup. */
const script = `#!/usr/bin/python3
import os
import sys

import gi

gi.require_version('Gtk', '3.0')
from gi.repository import GLib, Gtk

title, text, *buttons = sys.argv[1:]
GLib.set_prgname(os.path.basename(sys.argv[0]))
window = Gtk.Window(title=title, resizable=False, window_position=Gtk.WindowPosition.CENTER, border_width=18)
window.set_keep_above(True)
rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=18)
rows.add(Gtk.Label(label=text, wrap=True, max_width_chars=64, xalign=0))
row = Gtk.Box(spacing=8, halign=Gtk.Align.END)


def press(_, command):
    if command:
        GLib.spawn_async(command, working_directory=os.path.expanduser('~'), flags=GLib.SpawnFlags.SEARCH_PATH)
    Gtk.main_quit()


while buttons:
    label, count, *buttons = buttons
    command, buttons = buttons[: int(count)], buttons[int(count) :]
    shown = Gtk.Button(label=label)
    shown.connect('clicked', press, command)
    row.add(shown)
rows.add(row)
window.add(rows)
window.connect('destroy', Gtk.main_quit)
window.show_all()
shown.grab_focus()
window.present()
Gtk.main()
`;

export function dialogCommand({ title, text, buttons, program }: Dialog): string[] {
  const pressed = buttons.flatMap(({ label, runs = [] }) => [label, String(runs.length), ...runs]);
  return [pathOf(program), title, text, ...pressed];
}

const pathOf = (program: string): string => `/usr/local/bin/${program}`;

/** Writes the program that shows the dialog. */
export async function placeDialogProgram(
  { program }: Pick<Dialog, 'program'>,
  { desktop, placed, signal }: Pick<SetupContext, 'desktop' | 'placed' | 'signal'>,
): Promise<void> {
  const content = Buffer.from(script);
  await desktop.writeFile(pathOf(program), content, { owner: 'root', mode: 0o755, signal });
  placed?.(pathOf(program), content);
}

/** Shows a dialog above the other windows and waits for its window. The program must be there. */
export async function showDialog(shown: Dialog, desktop: Desktop, signal?: AbortSignal | undefined): Promise<void> {
  await desktop.launch(dialogCommand(shown), { signal });
  await waitForWindow([shown.title], desktop, signal);
}

export const dialog = defineSetupKind({
  summary: 'Shows a dialog with buttons above the other windows.',
  parameters: dialogParameters,
  starts: (shown) => [dialogCommand(shown)],
  async run(shown, context) {
    await placeDialogProgram(shown, context);
    await showDialog(shown, context.desktop, context.signal);
  },
});
