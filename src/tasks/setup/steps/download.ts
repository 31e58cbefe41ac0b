import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { addressFault } from '../downloads/direct-address.ts';
import { urlUuid } from '../downloads/url-uuid.ts';
import { guestPath } from '../guest-path.ts';
import { readLocalFile } from '../local-file.ts';
import { placeFile } from '../place-file.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind, type SetupContext } from '../setup-kind.ts';

const asset = 'asset:';

/** OSWorld's `download`, executed on this machine. osharm adds `asset:PATH` for a file of the suite. */
export const download = defineSetupKind({
  summary: 'Puts a file from an address onto the desktop.',
  parameters: z.strictObject({
    files: z
      .array(
        // OSWorld ignores other fields of an entry.
        z.looseObject({
          url: z
            .string()
            .regex(/^(?:asset:.|https?:\/\/[^/\s]|hf:\/\/.)/i, 'must be an address of http or https')
            .superRefine((url, issues) => {
              const fault = url.startsWith(asset) ? null : addressFault(url);
              if (fault !== null) issues.addIssue({ code: 'custom', message: fault });
            }),
          path: guestPath,
        }),
      )
      .min(1),
  }),
  assets: ({ files }) => files.filter(({ url }) => url.startsWith(asset)).map(({ url }) => url.slice(asset.length)),
  async run({ files }, context) {
    for (const { url, path } of files) await placeFile(path, await taskFile(url, path, context), context);
  },
});

export function taskFile(url: string, path: string, context: SetupContext): Promise<Buffer> {
  return url.startsWith(asset)
    ? readLocalFile(context.suiteFolder, url.slice(asset.length))
    : fetched(url, path, context);
}

async function fetched(url: string, path: string, context: SetupContext): Promise<Buffer> {
  const { suiteFolder, taskId, downloads, signal } = context;
  if (downloads !== undefined) return downloads.get({ url, path, taskId, suiteFolder }, signal);
  const local = join('cache', taskId ?? '', `${urlUuid(url)}_${basename(path)}`);
  if (taskId === undefined || !existsSync(join(suiteFolder, local)))
    throw stepError(`${url} is not in the asset cache, and nothing is fetched from the network.`, {
      code: 'setup-download-refused',
      blame: 'task',
      hint: `Put the file at ${join(suiteFolder, local)} (where OS-Harm's own cache keeps it).`,
    });
  return readLocalFile(suiteFolder, local);
}
