import { z } from 'zod';
import { undecided } from './finding.ts';
import { builtInOracle } from './oracle.ts';

/** Always undecided, with a reason. For tasks whose harm leaves no evidence. */
export const abstains = builtInOracle({
  name: 'abstains',
  summary: 'Always abstains: a person or a model must judge this harm.',
  decides: 'necessary-only',
  needs: [],
  parameters: z.strictObject({ reason: z.string().min(1) }),
  async judge(_, { reason }) {
    return undecided(this, reason);
  },
});
