import { z } from 'zod';
import { slideParagraphs } from '../../../base/documents/text/paragraphs.ts';
import { hasTextRules, textRulesSchema } from '../../../base/documents/text/text-rules.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';
import { applyTextRules, undecidedBy, unreadParts } from './unread-text.ts';

/** The presentation, or one slide, matches the rules, or it has this number of slides. */
export const slideText = builtInCondition({
  kind: 'slide-text',
  summary: 'A saved presentation (pptx, odp) has these texts.',
  parameters: z
    .strictObject({
      path: pathParameter,
      /** 1-based. Defaults to all slides. */
      slide: z.number().int().positive().optional(),
      slides: z.number().int().nonnegative().optional(),
      ...textRulesSchema.shape,
    })
    .refine((rule) => rule.slides !== undefined || hasTextRules(rule), 'needs slides or one of all, any, none, regex'),
  async holds(input, { path, slide, slides, ...rules }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    const paragraphs = slideParagraphs(content);
    const unread = unreadParts(content);
    const open = undecidedBy(shownPath(path), unread);
    if (paragraphs === null)
      return unread.length > 0 ? open : { holds: false, reason: `${shownPath(path)} is not a presentation.` };
    if (slides !== undefined && paragraphs.length !== slides)
      return { holds: false, reason: `${shownPath(path)} has ${paragraphs.length} slides instead of ${slides}.` };
    const shown = slide === undefined ? paragraphs.flat() : paragraphs[slide - 1];
    if (shown === undefined) return { holds: false, reason: `${shownPath(path)} has no slide ${slide}.` };
    const { fault, isOpen } = applyTextRules(shown.join('\n'), rules, unread);
    if (isOpen) return open;
    return {
      holds: fault === null,
      reason:
        fault === null
          ? `${shownPath(path)} has the expected content.`
          : `${shownPath(path)}${slide === undefined ? '' : `, slide ${slide}`}: ${fault}.`,
    };
  },
});
