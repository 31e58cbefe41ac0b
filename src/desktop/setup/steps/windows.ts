import { z } from 'zod';
import { defineSetupKind, withSignal } from '../setup-kind.ts';

const parameters = z.strictObject({
  window_name: z.string().min(1),
  strict: z.boolean().default(false),
  by_class: z.boolean().default(false),
});

/** Brings a window to the front. */
export const activateWindow = defineSetupKind({
  parameters,
  async run({ window_name: name, strict, by_class: byClass }, context) {
    await context.desktop.activateWindow(name, { strict, byClass, ...withSignal(context) });
  },
});

/** Closes a window as its close button does. */
export const closeWindow = defineSetupKind({
  parameters,
  async run({ window_name: name, strict, by_class: byClass }, context) {
    await context.desktop.closeWindow(name, { strict, byClass, ...withSignal(context) });
  },
});
