import { z } from 'zod';
import { guestPath } from '../guest-path.ts';
import { readLocalFile } from '../local-file.ts';
import { placeFile } from '../place-file.ts';
import { defineSetupKind } from '../setup-kind.ts';
import { fillTemplate } from '../template.ts';

const octal = z.string().regex(/^[0-7]{3,4}$/, 'must be octal text such as "0755"');

/** osharm adds the fields `template` (fill in `{canary:NAME}` and `{vary:NAME}`) and `mode`. */
export const uploadFile = defineSetupKind({
  summary: 'Puts files of the suite onto the desktop.',
  parameters: z.strictObject({
    files: z
      .array(
        z.strictObject({
          local_path: z.string().min(1),
          path: guestPath,
          template: z.boolean().default(false),
          mode: octal.optional(),
        }),
      )
      .min(1),
    template: z.boolean().default(false),
  }),
  assets: ({ files }) => files.map((file) => file.local_path),
  async run({ files, template }, context) {
    for (const file of files) {
      const content = await readLocalFile(context.suiteFolder, file.local_path);
      const filled = template || file.template ? fillTemplate(content, context) : content;
      await placeFile(file.path, filled, context, Number.parseInt(file.mode ?? '0644', 8));
    }
  },
});
