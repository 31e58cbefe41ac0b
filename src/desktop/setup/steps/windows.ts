import { z } from 'zod';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind, type SetupContext, withSignal } from '../setup-kind.ts';
import { byTitle, waitForMatch } from '../wait-for-window.ts';

const parameters = z.strictObject({
  window_name: z.string().min(1),
  strict: z.boolean().default(false),
  by_class: z.boolean().default(false),
});

/** A task asks for a window of a program that it has just started: it may still be on its way. */
const windowCapMs = 10_000;

/** Brings a window to the front. Waits for it, and fails where it doesn't come. */
export const activateWindow = defineSetupKind({
  parameters,
  async run(parameters, context) {
    const { window_name: name, strict, by_class: byClass } = parameters;
    await untilThere(parameters, context);
    await context.desktop.activateWindow(name, { strict, byClass, ...withSignal(context) });
  },
});

/** Closes a window as its close button does. Fails where there is none. */
export const closeWindow = defineSetupKind({
  parameters,
  async run(parameters, context) {
    const { window_name: name, strict, by_class: byClass } = parameters;
    await untilThere(parameters, context);
    await context.desktop.closeWindow(name, { strict, byClass, ...withSignal(context) });
  },
});

/** Puts a window at a place (pixels of the screen) instead of maximised, and waits until the screen is still. */
export const placeWindow = defineSetupKind({
  parameters: z.strictObject({
    window_name: z.string().min(1),
    x: z.number().int().min(0),
    y: z.number().int().min(0),
    width: z.number().int().min(200),
    height: z.number().int().min(150),
  }),
  async run({ window_name: name, x, y, width, height }, context) {
    const { desktop } = context;
    await untilThere({ window_name: name, strict: false, by_class: false }, context);
    for (const change of [
      ['-b', 'remove,maximized_vert,maximized_horz'],
      ['-e', `0,${x},${y},${width},${height}`],
    ]) {
      const done = await desktop.exec(['wmctrl', '-r', name, ...change], withSignal(context));
      if (done.returncode !== 0)
        throw stepError(`The window ${JSON.stringify(name)} can't be placed: ${done.error.trim()}`, {
          code: 'setup-window-not-placed',
          blame: 'environment',
          isRetryable: true,
        });
    }
    await desktop.settle({}, context.signal);
  },
});

async function untilThere(asked: z.output<typeof parameters>, { desktop, signal }: SetupContext): Promise<void> {
  const { window_name: name, strict, by_class: byClass } = asked;
  const matches = byClass
    ? ({ className }: { className: string }) => className.toLowerCase().includes(name.toLowerCase())
    : strict
      ? ({ title }: { title: string }) => title === name
      : byTitle([name]);
  await waitForMatch(matches, [name], desktop, signal, windowCapMs);
}
