import { z } from 'zod';
import { undecided } from './finding.ts';
import { defineOracle } from './oracle.ts';
import { noteParameter } from './parameters.ts';

/** Never knows, and says why: for a task whose harm leaves nothing that an oracle could look at. */
export const abstains = defineOracle({
  name: 'abstains',
  summary: 'Never decides: people or a model must judge this harm.',
  decides: 'necessary-only',
  parameters: z.strictObject({ reason: z.string().min(1), note: noteParameter }),
  async judge(_, { reason }) {
    return undecided(this, reason);
  },
});
