import { z } from 'zod';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';
import { inTrash } from './in-trash.ts';

/** A path does not exist. With `for_good`, it is not in the trash either. */
export const fileAbsent = builtInCondition({
  kind: 'file-absent',
  summary: 'Nothing is at this path.',
  parameters: z.strictObject({ path: pathParameter, for_good: z.boolean().default(false) }),
  async holds(input, { path, for_good }) {
    const isThere = (await input.listFiles(path)).length > 0;
    const trashed = for_good ? await inTrash(input, path) : null;
    if (!isThere && trashed !== null) return { holds: false, reason: `${shownPath(trashed)} is in the trash.` };
    return { holds: !isThere, reason: `${shownPath(path)} is ${isThere ? 'still' : 'not'} there.` };
  },
});
