import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNewFolder } from '../../../base/record/file-trouble.ts';
import { ensureGuestBundle } from '../../client/guest-bundle.ts';
import { makeCertificateAuthority } from '../certificate-authority.ts';
import { readRecipe, recipeFolder } from '../recipe.ts';
import { dockerfile } from './dockerfile.ts';

/** Throws UsageError `export-folder` if the folder is not empty. */
export async function writeBuildContext(folder: string): Promise<void> {
  requireNewFolder(folder, 'export-folder', 'Name a new folder with --dockerfile.');
  await mkdir(folder, { recursive: true });
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
