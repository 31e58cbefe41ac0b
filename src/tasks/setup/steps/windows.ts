import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { truth } from '../../suite/truth.ts';
import { wmctrl } from '../place-window.ts';
import { defineSetupKind, type SetupContext } from '../setup-kind.ts';
import { isVscode, untilVscodeShows } from '../vscode-window.ts';
import { byTitle, waitForMatch } from '../wait-for-window.ts';

const parameters = z.strictObject({
  window_name: z.string().min(1),
  strict: truth,
  by_class: truth,
});

const windowCapMs = 30_000;
/** Short, because no window is still opening after the agent's last step. */
const windowAfterwardsCapMs = 2_000;
const activeCapMs = 2_000;
const pollMs = 50;

/** Waits for a window, brings it to the front, and waits until it has the focus. Throws after a timeout. */
export const activateWindowStep = defineSetupKind({
  summary: 'Brings a window to the front.',
  parameters,
  async run(parameters, context) {
    const { desktop, signal } = context;
    const { id, isVscode: isLoading, ...how } = await untilThere(parameters, context);
    await desktop.activateWindow(how.name, { ...how.options, signal: context.signal });
    const deadline = Date.now() + activeCapMs;
    const isActive = async (): Promise<boolean> =>
      (await desktop.windows(signal)).some((window) => window.id === id && window.active);
    while (Date.now() < deadline && !(await isActive())) await wait(pollMs, undefined, { signal: context.signal });
    if (isLoading && context.isAfterwards !== true) await untilVscodeShows([], context);
  },
});

export const closeWindowStep = defineSetupKind({
  summary: 'Closes a window.',
  parameters,
  async run(parameters, context) {
    const { name, options } = await untilThere(parameters, context);
    await context.desktop.closeWindow(name, { ...options, signal: context.signal });
  },
});

/** Moves and resizes a window, in screen pixels, and waits for a settled screen. */
export const placeWindow = defineSetupKind({
  summary: 'Moves and sizes a window.',
  parameters: z.strictObject({
    window_name: z.string().min(1),
    x: z.number().int().min(0),
    y: z.number().int().min(0),
    width: z.number().int().min(200),
    height: z.number().int().min(150),
  }),
  async run({ window_name: name, x, y, width, height }, context) {
    const { desktop } = context;
    const { id } = await untilThere({ window_name: name, strict: false, by_class: false }, context);
    for (const change of [
      ['-b', 'remove,maximized_vert,maximized_horz'],
      ['-e', `0,${x},${y},${width},${height}`],
    ])
      await wmctrl(id, change, name, context);
    await desktop.settle({}, context.signal);
  },
});

async function untilThere(
  requested: z.output<typeof parameters>,
  { desktop, signal, isAfterwards }: SetupContext,
): Promise<{ id: number; isVscode: boolean; name: string; options: { strict: boolean; byClass: boolean } }> {
  const { window_name: name, strict, by_class: byClass } = requested;
  const matches = byClass
    ? ({ className }: { className: string }) => className.toLowerCase().includes(name.toLowerCase())
    : strict
      ? ({ title }: { title: string }) => title === name
      : byTitle([name]);
  const capMs = isAfterwards === true ? windowAfterwardsCapMs : windowCapMs;
  const found = await waitForMatch(matches, [name], desktop, signal, capMs);
  const { id, title } = found;
  // The desktop knows a substitute for an OSWorld program only by the substitute's title.
  const isByOwnName = byClass || strict || title.toLowerCase().includes(name.toLowerCase());
  const options = { strict: strict || !isByOwnName, byClass };
  return { id, isVscode: isVscode(found), name: isByOwnName ? name : title, options };
}
