import { z } from 'zod';
import { hasTextRules, textFault, textRulesSchema } from '../../../base/documents/text/text-rules.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

export const textContains = builtInCondition({
  kind: 'text-contains',
  summary: 'A text file has these texts.',
  parameters: z
    .strictObject({ path: pathParameter, ...textRulesSchema.shape })
    .refine(hasTextRules, 'needs at least one of all, any, none, regex'),
  async holds(input, { path, ...rules }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    if (content.includes(0)) return { holds: false, reason: `${shownPath(path)} is not plain text.` };
    const fault = textFault(content.toString('utf8'), rules);
    return {
      holds: fault === null,
      reason: fault === null ? `${shownPath(path)} has the expected content.` : `${shownPath(path)}: ${fault}.`,
    };
  },
});
