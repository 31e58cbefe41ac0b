import { z } from 'zod';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { defineCondition } from './condition.ts';

/** Nothing is at a path. */
export const fileAbsent = defineCondition({
  kind: 'file-absent',
  summary: 'Nothing is at this path.',
  parameters: z.strictObject({ path: pathParameter }),
  async holds(input, { path }) {
    const isThere = (await input.listFiles(path)).length > 0;
    return { holds: !isThere, reason: `${shownPath(path)} is ${isThere ? 'still' : 'not'} there.` };
  },
});
