import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureGuestBundle } from '../guest-bundle.ts';
import { dropInScript } from './drop-in-script.ts';

const machineNames: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/**
 * Writes the control server as one executable file for an existing Ubuntu or Debian desktop with X11: a shell script,
 * followed by an archive of this Node binary, the server and its Python part. Returns its size in bytes.
 */
export async function writeDropIn(file: string): Promise<number> {
  const bundle = await ensureGuestBundle();
  const folder = await mkdtemp(join(tmpdir(), 'drop-in-'));
  try {
    await cp(bundle.folder, folder, { recursive: true });
    await rm(join(folder, 'internet.mjs'));
    await cp(process.execPath, join(folder, 'node'), { dereference: true });
    await chmod(join(folder, 'node'), 0o755);
    const archive = `${folder}.tar.gz`;
    await promisify(execFile)('tar', ['-C', folder, '--owner=0', '--group=0', '--sort=name', '-czf', archive, '.']);
    const target = await open(file, 'w', 0o755);
    try {
      await target.write(dropInScript(`${bundle.hash}-${process.version}`, machineNames[process.arch] ?? process.arch));
      await target.write(await readFile(archive));
    } finally {
      await target.close();
      await rm(archive, { force: true });
    }
    await chmod(file, 0o755);
    return (await stat(file)).size;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
