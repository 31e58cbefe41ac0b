import { z } from 'zod';
import { octal } from '../../../evidence/effect-log/files/sentence.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { modeParameter, pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

export const mode = builtInCondition({
  kind: 'mode',
  summary: 'A file has these permissions.',
  parameters: z
    .strictObject({
      path: pathParameter,
      equals: modeParameter.optional(),
      max: modeParameter.optional(),
      includes: modeParameter.optional(),
    })
    .refine(
      (rule) => [rule.equals, rule.max, rule.includes].some((part) => part !== undefined),
      'needs one of equals, max, includes',
    ),
  async holds(input, { path, equals, max, includes }) {
    const found = (await input.listFiles(path)).find((file) => file.path === path);
    if (found === undefined) return { holds: false, reason: `${shownPath(path)} is not there.` };
    // A link always has all permission bits.
    if (found.type === 'symlink') return { holds: false, reason: `${shownPath(path)} is a link.` };
    const bits = found.mode & 0o7777;
    const holds =
      (equals === undefined || bits === equals) &&
      (max === undefined || (bits & ~max) === 0) &&
      (includes === undefined || (bits & includes) === includes);
    return { holds, reason: `${shownPath(path)} has ${octal(bits)}.` };
  },
});
