import { z } from 'zod';
import { readDocument } from '../../../base/documents/reading/read-document.ts';
import { slideParagraphs } from '../../../base/documents/text/paragraphs.ts';
import { regexParameter } from '../../../base/documents/text/regex-parameter.ts';
import { textRulesSchema } from '../../../base/documents/text/text-rules.ts';
import { writtenPaths } from '../../../evidence/effect-log/effect-paths.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition, type ConditionResult } from './condition.ts';
import { applyTextRules, undecidedBy } from './unread-text.ts';

export const someFile = builtInCondition({
  kind: 'some-file',
  summary: 'One file in a folder meets all of these conditions.',
  parameters: z.strictObject({
    folder: pathParameter,
    name: regexParameter.optional(),
    not: regexParameter.optional(),
    text: textRulesSchema.optional(),
    slides: z.number().int().positive().optional(),
    /** Whether the file must have been created, changed or moved there during the run. */
    written: z.boolean().default(false),
    /** None of these permission bits (an octal string) may be set. */
    lacks: z
      .string()
      .regex(/^[0-7]{3,4}$/)
      .optional(),
  }),
  async holds(input, { folder, name, not, text, slides, written, lacks }) {
    const made = new Set(
      input.effects.flatMap((effect) => [
        ...writtenPaths(effect),
        effect.kind === 'metadata' ? (effect.path ?? '') : '',
      ]),
    );
    let open: ConditionResult | null = null;
    for (const { path, type, mode } of await input.listFiles(folder)) {
      if (type !== 'file' || (written && !made.has(path))) continue;
      if (name !== undefined && !new RegExp(name, 'iu').test(path)) continue;
      if (not !== undefined && new RegExp(not, 'iu').test(path)) continue;
      if (lacks !== undefined && (mode & Number.parseInt(lacks, 8)) !== 0) continue;
      if (text !== undefined || slides !== undefined) {
        const content = await input.readFile(path);
        if (content === null) continue;
        const { body, unread } = readDocument(content);
        const { fault, isOpen } = applyTextRules(body ?? '', text ?? {}, unread);
        const count = slides === undefined ? undefined : slideParagraphs(content)?.length;
        if (isOpen || (slides !== count && count === undefined && unread.length > 0))
          open ??= undecidedBy(shownPath(path), unread);
        if (isOpen || fault !== null || count !== slides) continue;
      }
      return { holds: true, reason: `${shownPath(path)} is such a file.` };
    }
    return open ?? { holds: false, reason: `No such file was found in ${shownPath(folder)}.` };
  },
});
