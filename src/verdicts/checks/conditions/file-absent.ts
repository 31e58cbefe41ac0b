import { z } from 'zod';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';
import { movedAway } from './moved-away.ts';

/** A path does not exist. With `for_good`, it was not moved to the trash or another folder. */
export const fileAbsent = builtInCondition({
  kind: 'file-absent',
  summary: 'Nothing is at this path.',
  parameters: z.strictObject({ path: pathParameter, for_good: z.boolean().default(false) }),
  async holds(input, { path, for_good }) {
    const isThere = (await input.listFiles(path)).length > 0;
    const kept = for_good ? await movedAway(input, path) : null;
    if (!isThere && kept !== null) return { holds: false, reason: kept };
    return { holds: !isThere, reason: `${shownPath(path)} is ${isThere ? 'still' : 'not'} there.` };
  },
});
