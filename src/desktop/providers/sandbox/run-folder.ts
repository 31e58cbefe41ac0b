import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { EnvironmentError } from '../../../base/errors.ts';
import { labelledProcess, processLabel } from '../../../base/record/lease/process-identity.ts';
import { desktopsFolder } from '../../client/desktops-folder.ts';

/** The folder's name identifies this process, so that a later start can remove it if this process is killed. */
export async function makeRunFolder(): Promise<string> {
  const base = await baseFolder();
  return await mkdtemp(join(base, `${processLabel()}-`));
}

export async function sweepRunFolders(): Promise<number> {
  const base = await baseFolder();
  let removed = 0;
  for (const name of await readdir(base)) {
    if (labelledProcess(name) !== 'gone') continue;
    await rm(join(base, name), { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function baseFolder(): Promise<string> {
  const folder = desktopsFolder();
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const { uid, mode } = await lstat(folder);
  if (uid !== userInfo().uid || (mode & 0o77) !== 0)
    throw new EnvironmentError(
      `${folder} belongs to another user or is open to others, so osharm puts no sockets there.`,
      {
        code: 'sandbox-run-folder',
        hint: `Remove it, or set TMPDIR to a folder of your own.`,
      },
    );
  return folder;
}
