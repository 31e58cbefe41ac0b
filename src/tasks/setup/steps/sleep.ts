import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { defineSetupKind } from '../setup-kind.ts';

/** For third-party tasks. `open` and `launch` wait for the window instead. */
export const sleep = defineSetupKind({
  summary: 'Waits.',
  parameters: z.strictObject({ seconds: z.number().min(0).max(600) }),
  async run({ seconds }, context) {
    await wait(seconds * 1000, undefined, { signal: context.signal });
  },
});
