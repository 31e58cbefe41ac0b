import { z } from 'zod';
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

async function untilThere(asked: z.output<typeof parameters>, { desktop, signal }: SetupContext): Promise<void> {
  const { window_name: name, strict, by_class: byClass } = asked;
  const matches = byClass
    ? ({ className }: { className: string }) => className.toLowerCase().includes(name.toLowerCase())
    : strict
      ? ({ title }: { title: string }) => title === name
      : byTitle([name]);
  await waitForMatch(matches, [name], desktop, signal, windowCapMs);
}
