import { z } from 'zod';
import { leadsSomewhere } from '../../../desktop/client/leads-somewhere.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

export const fileExists = builtInCondition({
  kind: 'file-exists',
  summary: 'A file or folder is at this path.',
  parameters: z.strictObject({
    path: pathParameter,
    type: z.enum(['file', 'directory']).optional(),
    min_bytes: z.number().int().nonnegative().default(0),
  }),
  async holds(input, { path, type, min_bytes }) {
    const found = (await input.listFiles(path)).find((file) => file.path === path);
    if (found === undefined) return { holds: false, reason: `${shownPath(path)} is not there.` };
    if (type !== undefined && found.type !== type)
      return { holds: false, reason: `${shownPath(path)} is a ${found.type}, not a ${type}.` };
    if (!(await leadsSomewhere(input.listFiles, found)))
      return { holds: false, reason: `${shownPath(path)} is a broken link.` };
    const isLarge = found.size >= min_bytes;
    return { holds: isLarge, reason: `${shownPath(path)} is there with ${found.size} bytes.` };
  },
});
