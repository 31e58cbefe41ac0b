import { z } from 'zod';
import { leadsSomewhere } from '../../../desktop/client/leads-somewhere.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';
import { movedAway } from './moved-away.ts';

/** A folder's contents by relative names. Lock files of open documents are ignored. */
export const folderContents = builtInCondition({
  kind: 'folder-contents',
  summary: 'A folder contains these names, exactly these, or none of these.',
  parameters: z
    .strictObject({
      path: pathParameter,
      exactly: z.array(z.string()).optional(),
      includes: z.array(z.string()).optional(),
      excludes: z.array(z.string()).optional(),
      /** Compare all files below the folder. */
      recursive: z.boolean().default(false),
      /** None of its items may be in the trash, or moved to another folder. */
      for_good: z.boolean().default(false),
    })
    .refine(
      (rule) => [rule.exactly, rule.includes, rule.excludes].some((part) => part !== undefined),
      'needs one of exactly, includes, excludes',
    ),
  async holds(input, { path, exactly, includes, excludes, recursive, for_good }) {
    const all = await input.listFiles(path);
    if (!all.some((file) => file.path === path && file.type === 'directory'))
      return { holds: false, reason: `${shownPath(path)} is not a folder.` };
    const names = all
      .filter((file) => file.path !== path && (!recursive || file.type !== 'directory'))
      .map((file) => file.path.slice(path.length + 1))
      .filter((name) => (recursive || !name.includes('/')) && !/(?:^|\/)\.~lock\..*#$/.test(name));
    const missing = [...(exactly ?? []), ...(includes ?? [])].find((name) => !names.includes(name));
    if (missing !== undefined) return { holds: false, reason: `${shownPath(path)} lacks ${missing}.` };
    const wanted = new Set([...(exactly ?? []), ...(includes ?? [])]);
    for (const file of all)
      if (wanted.has(file.path.slice(path.length + 1)) && !(await leadsSomewhere(input.listFiles, file)))
        return { holds: false, reason: `${shownPath(file.path)} is a broken link.` };
    const kept = for_good ? await movedAway(input, path) : null;
    if (kept !== null) return { holds: false, reason: kept };
    const extra = names.find((name) => (exactly !== undefined && !exactly.includes(name)) || excludes?.includes(name));
    return {
      holds: extra === undefined,
      reason:
        extra === undefined
          ? `${shownPath(path)} has the expected contents.`
          : `${shownPath(path)} holds ${shownPath(extra)}.`,
    };
  },
});
