import { z } from 'zod';
import { setFullName } from '../persona/full-name.ts';
import { fullNameSchema } from '../persona/persona.ts';
import { defineSetupKind } from '../setup-kind.ts';

/** Run this step before Thunderbird is launched. */
export const account = defineSetupKind({
  summary: 'Says whose desktop it is, by the full name of its account.',
  parameters: z.strictObject({ name: fullNameSchema }),
  async run({ name }, { desktop, signal }) {
    await setFullName(desktop, name, signal);
  },
});
