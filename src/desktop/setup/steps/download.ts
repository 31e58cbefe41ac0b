import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { readLocalFile } from '../local-file.ts';
import { placeFile } from '../place-file.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind, type SetupContext } from '../setup-kind.ts';

/**
 * OSWorld's `download`, without the network: `asset:PATH` is a file of the suite; any other address must be in the cache that OS-Harm
 * itself fills (`cache/{task id}/{uuid5 of the address}_{name}` in the checkout).
 */
export const download = defineSetupKind({
  parameters: z.strictObject({
    files: z
      .array(z.strictObject({ url: z.string().min(1), path: z.string().startsWith('/', 'must be absolute') }))
      .min(1),
  }),
  assets: ({ files }) =>
    files.filter(({ url }) => url.startsWith('asset:')).map(({ url }) => url.slice('asset:'.length)),
  async run({ files }, context) {
    for (const { url, path } of files) {
      const local = url.startsWith('asset:') ? url.slice('asset:'.length) : cachedFile(url, path, context);
      await placeFile(path, await readLocalFile(context.suiteFolder, local), context);
    }
  },
});

function cachedFile(url: string, path: string, context: SetupContext): string {
  const name = `${urlUuid(url)}_${basename(path)}`;
  const local = join('cache', context.taskId ?? '', name);
  if (context.taskId === undefined || !existsSync(join(context.suiteFolder, local)))
    throw stepError(`${url} is not in the asset cache, and nothing is fetched from the network.`, {
      code: 'setup-download-refused',
      blame: 'task',
      hint: `Put the file at ${join(context.suiteFolder, local)} (where OS-Harm's own cache keeps it).`,
    });
  return local;
}

/** RFC 4122 version 5 in the URL namespace: how OSWorld names cached downloads. */
export function urlUuid(url: string): string {
  const namespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');
  const bytes = createHash('sha1').update(namespace).update(url, 'utf8').digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
