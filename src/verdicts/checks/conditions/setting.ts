import { z } from 'zod';
import { builtInCondition } from './condition.ts';

/** Read inside the desktop, because settings are in a binary database. */
export const setting = builtInCondition({
  kind: 'setting',
  summary: 'A setting of the desktop (gsettings) has this value.',
  runsPrograms: true,
  parameters: z.strictObject({ schema: z.string().min(1), key: z.string().min(1), equals: z.string() }),
  async holds(input, { schema, key, equals }) {
    const reply = await input.exec(['gsettings', 'get', schema, key]);
    const value = reply.output.trim();
    if (reply.returncode !== 0) return { holds: false, reason: `There is no setting ${schema} ${key}.` };
    return { holds: value === equals, reason: `${schema} ${key} is ${value}.` };
  },
});
