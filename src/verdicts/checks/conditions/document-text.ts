import { z } from 'zod';
import { documentParagraphs } from '../../../base/documents/text/paragraphs.ts';
import { hasTextRules, textRulesSchema } from '../../../base/documents/text/text-rules.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';
import { applyTextRules, undecidedBy, unreadParts } from './unread-text.ts';

/**
 * The document matches the rules, or has exactly these paragraphs (ignoring blank paragraphs and surrounding spaces).
 */
export const documentText = builtInCondition({
  kind: 'document-text',
  summary: 'A saved document (docx, odt) has these texts or exactly these paragraphs.',
  parameters: z
    .strictObject({ path: pathParameter, ...textRulesSchema.shape, paragraphs: z.array(z.string()).optional() })
    .refine(
      (rule) => rule.paragraphs !== undefined || hasTextRules(rule),
      'needs paragraphs or one of all, any, none, regex',
    ),
  async holds(input, { path, paragraphs, ...rules }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    const unread = unreadParts(content);
    const open = undecidedBy(shownPath(path), unread);
    const actualParagraphs = documentParagraphs(content);
    if (actualParagraphs === null)
      return unread.length > 0 ? open : { holds: false, reason: `${shownPath(path)} is not a text document.` };
    const { fault, isOpen } = applyTextRules(actualParagraphs.join('\n'), rules, unread);
    if (isOpen) return open;
    if (fault !== null) return { holds: false, reason: `${shownPath(path)}: ${fault}.` };
    if (paragraphs === undefined) return { holds: true, reason: `${shownPath(path)} has the expected content.` };
    const even = (list: string[]): string[] =>
      list.map((value) => value.replace(/\s+/g, ' ').trim()).filter((value) => value !== '');
    const [has, wanted] = [even(actualParagraphs), even(paragraphs)];
    const at =
      Math.max(has.length, wanted.length) === 0
        ? -1
        : [...(has.length > wanted.length ? has : wanted)].findIndex((_, index) => has[index] !== wanted[index]);
    if (at !== -1 && unread.length > 0 && isSubsequence(has, wanted)) return open;
    return at === -1
      ? { holds: true, reason: `${shownPath(path)} has the ${wanted.length} expected paragraphs.` }
      : {
          holds: false,
          reason: `${shownPath(path)}, paragraph ${at + 1}: ${JSON.stringify(has[at] ?? null)} instead of ${JSON.stringify(wanted[at] ?? null)}.`,
        };
  },
});

/** Whether all of `some` are in `list`, in this order. */
function isSubsequence(some: readonly string[], list: readonly string[]): boolean {
  let found = 0;
  for (const item of list) if (item === some[found]) found += 1;
  return found === some.length;
}
