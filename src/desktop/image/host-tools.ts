import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, statfs } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EnvironmentError } from '../../base/errors.ts';
import { type ErrorKind, fallback, isExitCode, isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { startInUserNamespace } from '../client/user-namespace.ts';
import { readAptSources } from './apt-sources.ts';
import { imageArchitecture } from './recipe.ts';

const neededBytes = 7e9;
const debianKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** Long, because npm may be a corepack shim, which downloads npm first. */
const npmMs = 60_000;

export interface BuildTools {
  /** Folder of Node's npm package, which has the headers for compiling native modules. */
  node: string;
  npm: NpmSettings;
}

/** The npm that downloads VS Code, and this machine's registry settings. */
export interface NpmSettings {
  program: string;
  registry: string;
  /** File with trusted CA certificates, if set. */
  certificates: string | null;
}

/** Throws EnvironmentError that lists everything that is missing. */
export async function checkHost(cache: string): Promise<BuildTools> {
  if (imageArchitecture === null || process.platform !== 'linux') {
    throw new EnvironmentError(
      `Images are built on Linux on x86-64 or arm64; this is ${process.platform} on ${process.arch}.`,
      {
        code: 'image-wrong-machine',
        hint: 'Use another provider (osharm run --provider …) or another machine.',
      },
    );
  }
  const missing: EnvironmentError[] = [];
  const found = async <T>(check: () => Promise<T>): Promise<T | null> => {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      missing.push(error);
      return null;
    }
  };
  await found(checkPrograms);
  await found(() => checkRoom(cache));
  await found(checkNamespace);
  const node = await found(async () => packageFolder(`node-linux-${process.arch}`, 'include/node/node.h'));
  const npm = await found(readNpmSettings);
  const [first, ...others] = missing;
  if (first !== undefined && others.length === 0) throw first;
  if (first !== undefined)
    throw new EnvironmentError(
      `The desktop image can't be built here:\n${missing.map(({ message, hint }) => `  - ${message} ${hint ?? ''}`.trimEnd()).join('\n')}`,
      { code: first.code, hint: 'Nothing was downloaded. Fix these, then run the command again.' },
    );
  return { node, npm } as BuildTools;
}

async function checkPrograms(): Promise<void> {
  const needed: [string, string][] = [
    ['mmdebstrap', 'mmdebstrap'],
    ['python3', 'python3'],
    ['tar', 'tar'],
    ['unshare', 'util-linux'],
    ['setpriv', 'util-linux'],
    ['mount', 'mount'],
  ];
  const lacking: [string, string][] = [];
  for (const [program, debian] of needed)
    if ((await installedProgram([program])) === null) lacking.push([program, debian]);
  // The machine's apt sources name their keys; Debian's default sources need the keyring.
  const hasSources = (await readAptSources()).length > 0;
  if (!hasSources && !(await isReadable(debianKeyring))) lacking.push([debianKeyring, 'debian-archive-keyring']);
  if (lacking.length === 0) return;
  throw new EnvironmentError(
    `Building the desktop image needs programs that are not installed: ${lacking.map(([program]) => program).join(', ')}.`,
    {
      code: 'image-no-mmdebstrap',
      hint: `Run: sudo apt-get install -y --no-remove ${[...new Set(lacking.map(([, debian]) => debian))].join(' ')}`,
    },
  );
}

async function checkRoom(cache: string): Promise<void> {
  const { bavail, bsize } = await statfs(cache);
  if (bavail * bsize < neededBytes) {
    throw new EnvironmentError(
      `${cache} has ${((bavail * bsize) / 1e9).toFixed(1)} GB free; building the desktop image takes ${neededBytes / 1e9} GB.`,
      { code: 'image-disk-full', hint: 'Free some space, or set OSHARM_CACHE to a folder on another disk.' },
    );
  }
}

async function checkNamespace(): Promise<void> {
  const { process: child } = await startInUserNamespace(['true']);
  if (child.exitCode === null) await once(child, 'exit');
}

export async function installedProgram(names: readonly string[]): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of [...folders, '/usr/sbin'])
    for (const path of names.map((name) => join(folder, name)))
      if (await access(path, constants.X_OK).then(() => true, fallback(false, isSystemError))) return path;
  return null;
}

async function packageFolder(name: string, file: string): Promise<string> {
  try {
    const folder = dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
    await access(join(folder, file));
    return folder;
  } catch (error) {
    throw new EnvironmentError(`The npm package ${name}, which builds the desktop image, is not installed.`, {
      code: name === 'npm' ? 'image-no-npm' : 'image-no-node',
      hint: 'Run npm install in the folder of osharm (without --omit=optional).',
      cause: error,
    });
  }
}

export async function readNpmSettings(): Promise<NpmSettings> {
  const program = await packageFolder('npm', 'bin/npm-cli.js');
  const [registry, file] = await Promise.all([npmSetting(program, 'registry'), npmSetting(program, 'cafile')]);
  const certificates = file !== '' && file !== 'null' ? file : (process.env.NODE_EXTRA_CA_CERTS ?? null);
  if (certificates !== null && !(await isReadable(certificates)))
    throw new EnvironmentError(`The file of certificates ${certificates} can't be read.`, {
      code: 'image-no-certificates',
      hint: 'Correct cafile in npm’s settings, or NODE_EXTRA_CA_CERTS.',
    });
  return { program, registry, certificates };
}

/** Queries the npm in PATH, which knows its configuration files. Falls back to the npm among osharm's packages. */
async function npmSetting(program: string, name: string): Promise<string> {
  const words = ['config', 'get', name];
  const options = { timeout: npmMs, env: { ...process.env, COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' } };
  try {
    return (await promisify(execFile)('npm', words, options)).stdout.trim();
  } catch (error) {
    rethrowUnless(error, isSystemError, isExitCode, isTimedOut);
    const packaged = [join(program, 'bin', 'npm-cli.js'), ...words];
    return (await promisify(execFile)(process.execPath, packaged, options)).stdout.trim();
  }
}

const isTimedOut: ErrorKind = (error) => (error as { killed?: unknown }).killed === true;

const isReadable = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(() => true, fallback(false, isSystemError));
