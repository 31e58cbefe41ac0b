import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { ensureGuestBundle } from '../../client/guest-bundle.ts';
import { makeCertificateAuthority } from '../certificate-authority.ts';
import { readRecipe, recipeFolder } from '../recipe.ts';
import { dockerfile } from './dockerfile.ts';

/** Throws UsageError `export-folder` if the folder is not empty. */
export async function writeBuildContext(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new UsageError(`${folder} is not empty.`, { code: 'export-folder', hint: 'Name a new folder.' });
  const bundle = await ensureGuestBundle();
  for (const name of ['packages.txt', 'packages.lock', 'code-server', 'configure.sh', 'root', 'home'])
    await cp(join(recipeFolder, name), join(folder, name), { recursive: true });
  await cp(bundle.folder, join(folder, 'session'), { recursive: true });
  // The key is discarded: the mock services, which need it, don't run in a container.
  const keys = await mkdtemp(join(tmpdir(), 'authority-'));
  try {
    await makeCertificateAuthority(keys);
    await cp(join(keys, 'ca.crt'), join(folder, 'ca.crt'));
  } finally {
    await rm(keys, { recursive: true, force: true });
  }
  await writeFile(join(folder, 'Dockerfile'), dockerfile(await readRecipe()));
}
