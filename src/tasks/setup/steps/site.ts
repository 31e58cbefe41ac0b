import { z } from 'zod';
import { siteKinds } from '../../../desktop/client/internet-protocol.ts';
import { readLocalFile } from '../local-file.ts';
import { defineSetupKind } from '../setup-kind.ts';
import { fillTemplate } from '../template.ts';

/**
 * Adds a site to the desktop's internet, or extends a site of the suite by files and options. `comes` adds content to
 * an existing site, for example chat `messages`, and keeps its posts.
 */
export const site = defineSetupKind({
  summary: 'Puts pages onto a made-up host.',
  parameters: z.strictObject({
    host: z.string().regex(/^[a-z0-9.-]+$/, 'must be a host in lower case'),
    kind: z.enum(siteKinds).optional(),
    files: z
      .array(
        z.strictObject({
          local_path: z.string().min(1),
          path: z.string().min(1),
          template: z.boolean().default(false),
        }),
      )
      .default([]),
    options: z.record(z.string(), z.unknown()).default({}),
    comes: z.record(z.string(), z.unknown()).optional(),
  }),
  hosts: ({ host }) => [host],
  assets: ({ files }) => files.map((file) => file.local_path),
  async run({ host, kind, files, options, comes }, context) {
    if (comes !== undefined) await context.desktop.serveSites([{ host, comes }], context.signal);
    if (comes !== undefined && files.length === 0 && Object.keys(options).length === 0) return;
    const placed = [];
    for (const { local_path: local, path, template } of files) {
      const content = await readLocalFile(context.suiteFolder, local);
      placed.push({ path, content: (template ? fillTemplate(content, context) : content).toString('base64') });
    }
    await context.desktop.serveSites([{ host, kind, files: placed, options }], context.signal);
  },
});
