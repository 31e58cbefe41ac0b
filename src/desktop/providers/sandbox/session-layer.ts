import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fallback, isSystemError, rethrowUnless } from '../../../base/expected-errors.ts';
import { cacheFolder } from '../../client/cache-folder.ts';
import { useCached } from '../../client/cache-use.ts';
import { sessionFolder } from './oci-spec.ts';

const keptMs = 14 * 24 * 60 * 60 * 1000;

/**
 * Builds a layer with the guest bundle and this Node binary at `/usr/lib/session`. It isn't a bind mount, because that
 * would reveal a host folder in the desktop's mount list.
 */
export async function ensureSessionLayer(bundle: { folder: string; hash: string }): Promise<string> {
  const base = join(cacheFolder(), 'session');
  const folder = join(base, `${bundle.hash}-${process.version}`);
  useCached(`session/${basename(folder)}`);
  const now = new Date();
  // The modification time records the last use.
  if (await utimes(folder, now, now).then(() => true, fallback(false, isSystemError))) return folder;
  await mkdir(base, { recursive: true });
  await removeUnused(base);
  const temporary = await mkdtemp(join(base, 'new-'));
  await chmod(temporary, 0o755);
  const target = join(temporary, sessionFolder);
  await makeFolder(join(temporary, 'usr'));
  await makeFolder(join(temporary, 'usr/lib'));
  await copyTree(bundle.folder, target);
  await link(await ensureNode(base), join(target, 'node'));
  await rename(temporary, folder).catch(async (error) => {
    rethrowUnless(error, isSystemError);
    await rm(temporary, { recursive: true, force: true });
  });
  return folder;
}

async function removeUnused(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const { mtimeMs } = await stat(join(base, name)).catch(fallback({ mtimeMs: Date.now() }, isSystemError));
    if (Date.now() - mtimeMs > keptMs && !name.startsWith('node-'))
      await rm(join(base, name), { recursive: true, force: true });
  }
}

/** One 120 MB copy of Node that all layers hard-link. */
async function ensureNode(base: string): Promise<string> {
  const file = join(base, `node-${process.version}`);
  useCached(`session/${basename(file)}`);
  if ((await stat(file).catch(fallback(null, isSystemError))) !== null) return file;
  const temporary = `${file}.new-${process.pid}`;
  await copyFile(process.execPath, temporary, constants.COPYFILE_FICLONE);
  await chmod(temporary, 0o755);
  await rename(temporary, file);
  return file;
}

/** Hard-links files if possible. They must be world-readable, because their owner is not mapped in the desktop. */
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
    if (readable)
      await link(source, target).catch((error) => {
        rethrowUnless(error, isSystemError);
        return copyFile(source, target);
      });
    else await copyFile(source, target);
    if (!readable) await chmod(target, (mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
}
