import { execFile } from 'node:child_process';
import { access, constants, statfs } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { EnvironmentError } from '../../base/errors.ts';
import { fallback, isSystemError } from '../../base/expected-errors.ts';

const neededBytes = 7e9;

/** Throws EnvironmentError, with the command that mends it, where this machine can't build an image. */
export async function checkHost(cache: string): Promise<void> {
  if (process.arch !== 'x64' || process.platform !== 'linux') {
    throw new EnvironmentError(
      `Images are built on Linux on x86-64 only; this is ${process.platform} on ${process.arch}.`,
      {
        code: 'image-wrong-machine',
        hint: 'Use another provider (osharm run --provider …) or another machine.',
      },
    );
  }
  if ((await installedProgram(['mmdebstrap'])) === null) {
    throw new EnvironmentError('mmdebstrap, which builds the desktop image, is not installed.', {
      code: 'image-no-mmdebstrap',
      hint: 'Run: sudo apt-get install -y mmdebstrap uidmap runc',
    });
  }
  const { bavail, bsize } = await statfs(cache);
  if (bavail * bsize < neededBytes) {
    throw new EnvironmentError(
      `${cache} has ${((bavail * bsize) / 1e9).toFixed(1)} GB free; building the desktop image takes ${neededBytes / 1e9} GB.`,
      { code: 'image-disk-full', hint: 'Free some space, or set OSHARM_CACHE to a folder on another disk.' },
    );
  }
}

/** Path of the first of these programs that this machine has; null: of none. */
export async function installedProgram(names: readonly string[]): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of [...folders, '/usr/sbin'])
    for (const path of names.map((name) => join(folder, name)))
      if (await access(path, constants.X_OK).then(() => true, fallback(false, isSystemError))) return path;
  return null;
}

/** What this machine's npm is told about where packages come from. */
export interface NpmSettings {
  registry: string;
  /** File of certificates that its connections trust, where one is set. */
  certificates: string | null;
  /** Folder of npm itself. */
  program: string;
}

/** Asks the installed npm. Throws EnvironmentError where there is none. */
export async function readNpmSettings(): Promise<NpmSettings> {
  const ask = async (...words: string[]) => (await promisify(execFile)('npm', words)).stdout.trim();
  try {
    const [registry, file, root] = await Promise.all([
      ask('config', 'get', 'registry'),
      ask('config', 'get', 'cafile'),
      ask('root', '--global'),
    ]);
    const certificates = file !== '' && file !== 'null' ? file : (process.env.NODE_EXTRA_CA_CERTS ?? null);
    const program = join(root, 'npm');
    await access(join(program, 'bin', 'npm-cli.js'));
    return { registry, certificates, program };
  } catch (error) {
    throw new EnvironmentError('npm, which fetches VS Code for the desktop image, was not found.', {
      code: 'image-no-npm',
      hint: 'Install Node 20 or newer with npm.',
      cause: error,
    });
  }
}
