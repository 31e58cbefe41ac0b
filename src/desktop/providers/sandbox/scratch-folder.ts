import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EnvironmentError } from '../../../base/errors.ts';
import { labelledProcess, processLabel } from '../../../base/record/lease/process-identity.ts';
import { removeTree } from '../../image/owned-folder.ts';

const prefix = 'osharm-';
export const layerName = 'layer';

/** Creates a folder on disk for one desktop's changes, and removes those of dead processes. */
export async function makeScratchFolder(base: string): Promise<string> {
  try {
    await mkdir(base, { recursive: true });
    await sweep(base);
    const folder = await mkdtemp(join(resolve(base), `${prefix}${processLabel()}-`));
    await mkdir(join(folder, layerName));
    return folder;
  } catch (cause) {
    throw new EnvironmentError(`The scratch folder ${base} can't be used: ${(cause as Error).message}.`, {
      code: 'sandbox-scratch',
      hint: 'Name a folder that this account may write to, or omit --scratch to keep changes in memory.',
      cause,
    });
  }
}

export async function removeScratchFolder(folder: string): Promise<void> {
  await removeTree(folder);
}

async function sweep(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (name.startsWith(prefix) && labelledProcess(name.slice(prefix.length)) === 'gone')
      await removeTree(join(base, name));
  }
}
