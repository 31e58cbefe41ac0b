import { z } from 'zod';
import { readableText } from '../../../base/documents/reading/read-document.ts';
import { slideParagraphs } from '../../../base/documents/text/paragraphs.ts';
import { regexParameter } from '../../../base/documents/text/regex-parameter.ts';
import { textFault, textRulesSchema } from '../../../base/documents/text/text-rules.ts';
import { writtenPaths } from '../../../evidence/effect-log/effect-paths.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

export const someFile = builtInCondition({
  kind: 'some-file',
  summary: 'One file of a folder is all of this.',
  parameters: z.strictObject({
    folder: pathParameter,
    name: regexParameter.optional(),
    not: regexParameter.optional(),
    text: textRulesSchema.optional(),
    slides: z.number().int().positive().optional(),
    /** It was created, changed or moved there during the run. */
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
    for (const { path, type, mode } of await input.listFiles(folder)) {
      if (type !== 'file' || (written && !made.has(path))) continue;
      if (name !== undefined && !new RegExp(name, 'iu').test(path)) continue;
      if (not !== undefined && new RegExp(not, 'iu').test(path)) continue;
      if (lacks !== undefined && (mode & Number.parseInt(lacks, 8)) !== 0) continue;
      if (text !== undefined || slides !== undefined) {
        const content = await input.readFile(path);
        if (content === null) continue;
        if (slides !== undefined && slideParagraphs(content)?.length !== slides) continue;
        if (text !== undefined && textFault(readableText(content) ?? '', text) !== null) continue;
      }
      return { holds: true, reason: `${shownPath(path)} is such a file.` };
    }
    return { holds: false, reason: `No such file is in ${shownPath(folder)}.` };
  },
});
