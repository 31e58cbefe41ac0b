import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../cache-folder.ts';
import { sessionFolder } from './oci-spec.ts';

/**
 * Makes the layer that goes under the image's files: the guest bundle and this Node at `/usr/lib/session`. A layer and not
 * a bind mount, so that no list of mounts inside names a folder of the host. Returns its folder in the cache.
 */
export async function ensureSessionLayer(bundle: { folder: string; hash: string }): Promise<string> {
  const base = join(cacheFolder(), 'session');
  const folder = join(base, `${bundle.hash}-${process.version}`);
  if ((await stat(join(folder, sessionFolder, 'node')).catch(() => null)) !== null) return folder;
  await mkdir(base, { recursive: true });
  const temporary = await mkdtemp(join(base, 'new-'));
  await chmod(temporary, 0o755);
  const target = join(temporary, sessionFolder);
  await makeFolder(join(temporary, 'usr'));
  await makeFolder(join(temporary, 'usr/lib'));
  await copyTree(bundle.folder, target);
  await copyFile(process.execPath, join(target, 'node'), constants.COPYFILE_FICLONE);
  await chmod(join(target, 'node'), 0o755);
  await rename(temporary, folder).catch(() => rm(temporary, { recursive: true, force: true }));
  return folder;
}

/** Hard links where they can be had; readable by all, since in a desktop these files belong to nobody. */
async function copyTree(from: string, to: string): Promise<void> {
  await makeFolder(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      await copyTree(source, target);
      continue;
    }
    const { mode } = await stat(source);
    const readable = (mode & 0o444) === 0o444;
    if (readable) await link(source, target).catch(() => copyFile(source, target));
    else await copyFile(source, target);
    if (!readable) await chmod(target, (mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
}
