import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EnvironmentError } from '../../../base/errors.ts';
import { idCount } from '../../client/id-range.ts';
import { readAptSettings, readAptSources } from '../apt-sources.ts';
import { ownerOf } from '../image.ts';
import { type WrittenImage, writeOciImage } from './write-oci-image.ts';

export interface WorkerSource {
  id: string;
  created: string;
  cache: string;
  version: string;
}

const packages = ['runc', 'uidmap', 'ca-certificates', 'libstdc++6', 'procps'];
const release = 'bookworm';
const home = 'usr/local/lib/osharm';
const cacheInside = 'var/cache/osharm';
const parts = ['bin', 'guest', 'image', 'package.json', 'python', 'src', 'suites', 'LICENSE', 'NOTICE'];
/** The first id of the desktop's files in the container, which needs 65,536 more. */
const firstInside = 100_000;
const root = fileURLToPath(new URL('../../../..', import.meta.url));

const workerConfig = {
  User: '0',
  WorkingDir: '/',
  Env: [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'HOME=/root',
    'LANG=C.UTF-8',
    `OSHARM_CACHE=/${cacheInside}`,
  ],
  Entrypoint: [`/${home}/bin/osharm`],
  Cmd: ['fleet', 'work'],
  StopSignal: 'SIGTERM',
};

/**
 * Writes a container image that runs `osharm fleet work`, without a container engine. Requires a checkout, and root
 * because the desktop's files belong to other ids. Throws EnvironmentError. Removes the file on failure.
 */
export async function exportWorker(
  file: string,
  source: WorkerSource,
  onLayer: (what: string) => void = () => {},
): Promise<WrittenImage> {
  if (process.getuid?.() !== 0)
    throw new EnvironmentError('Only root can pack the desktop’s files with their owners.', {
      code: 'image-export-failed',
      hint: 'Run it with sudo.',
    });
  if (!existsSync(`${root}/package-lock.json`))
    throw new EnvironmentError(
      'The worker’s image is made from a checkout of osharm, and this is an installed package.',
      {
        code: 'image-export-failed',
        hint: 'Run bin/osharm setup image export --worker in a checkout.',
      },
    );
  const [modules, sources, settings] = await Promise.all([runtimeModules(), readAptSources(), readAptSettings()]);
  const inside = (prefix: string): string[] => ['--owner=0', '--group=0', `--transform=s,^,${prefix}/,S`];
  const debian = [
    'mmdebstrap',
    '--variant=minbase',
    '--format=tar',
    '--skip=output/dev',
    `--include=${packages.join(',')}`,
    ...settings.map((setting) => `--aptopt=${setting}`),
    release,
    '-',
    ...(sources.length === 0 ? [] : ['-']),
  ];
  return writeOciImage(
    file,
    {
      tag: `osharm-worker:${source.version}-${source.id}`,
      created: source.created,
      config: workerConfig,
      layers: [
        { name: 'Debian', tar: () => streamOf(debian, root, sources.map((line) => `${line}\n`).join('')) },
        {
          name: 'Node',
          tar: () => {
            const { execPath } = process;
            return tar(['--transform=s,.*,usr/local/bin/node,', '--owner=0', '--group=0', '-P', execPath], '/');
          },
        },
        { name: 'osharm', tar: () => tar([...inside(home), ...workerSources(), ...modules], root) },
        {
          name: 'desktop',
          tar: () => desktopTar(source),
        },
      ],
    },
    onLayer,
  );
}

/** Paths of the checkout that the image contains. Links in node_modules point to the add-on packages. */
export function workerSources(): string[] {
  const addOns = readdirSync(`${root}/packages`).flatMap((name) =>
    ['package.json', 'src', 'suite'].map((part) => `packages/${name}/${part}`),
  );
  return [...parts, ...addOns].filter(isThere);
}

const isThere = (part: string): boolean => existsSync(`${root}/${part}`);

async function runtimeModules(): Promise<string[]> {
  const options = { cwd: root, maxBuffer: 2 ** 26 };
  const program = fileURLToPath(import.meta.resolve('npm/package.json'));
  const words = [join(dirname(program), 'bin/npm-cli.js'), 'ls', '--omit=dev', '--all', '--parseable'];
  const { stdout } = await promisify(execFile)(process.execPath, words, options).catch(({ stderr }) => {
    const fault = /^npm error (?:extraneous|missing|invalid): .*/m.exec(String(stderr))?.[0] ?? '';
    throw new EnvironmentError(`The checkout’s packages are not those of package-lock.json. ${fault}`.trim(), {
      code: 'image-export-failed',
      hint: 'Run npm ci in the checkout.',
    });
  });
  const folders = stdout
    .trim()
    .split('\n')
    .map((path) => relative(root, path))
    .filter((path) => path.startsWith('node_modules/'));
  // A nested package is included in its parent's folder.
  return [...new Set(folders.map((path) => path.split('/node_modules/')[0] as string))].filter(isThere);
}

/** The desktop's files with the ids that the container maps, not with those that they have on this machine. */
async function* desktopTar({ id, cache }: WorkerSource): AsyncIterable<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'osharm-ids-'));
  try {
    const { firstUser, firstGroup } = await ownerOf(join(cache, 'images', id, 'rootfs'));
    const maps = [join(folder, 'users'), join(folder, 'groups')] as const;
    await writeFile(maps[0], idMap(firstUser));
    await writeFile(maps[1], idMap(firstGroup));
    const owners = ['--numeric-owner', `--owner-map=${maps[0]}`, `--group-map=${maps[1]}`];
    yield* tar([...owners, `--transform=s,^,${cacheInside}/,S`, `images/${id}`], cache);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lines of `--owner-map` for a range of ids. */
export const idMap = (first: number): string =>
  Array.from({ length: idCount }, (_, n) => `+${first + n} +${firstInside + n}\n`).join('');

function tar(words: readonly string[], cwd: string): AsyncIterable<Buffer> {
  const form = ['--sort=name', '--format=posix', '--pax-option=delete=atime,delete=ctime'];
  return streamOf(['tar', '-c', ...form, ...words], cwd, '');
}

/** Throws EnvironmentError with the end of stderr on failure. */
async function* streamOf(
  [program = '', ...words]: readonly string[],
  cwd: string,
  input: string,
): AsyncIterable<Buffer> {
  const child = spawn(program, words, { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const message = text(child.stderr);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
  } finally {
    if (child.exitCode === null && !child.stdout.readableEnded) child.kill('SIGKILL');
  }
  const [code] = await closed;
  if (code !== 0)
    throw new EnvironmentError(
      `${program} failed: ${(await message).trim().slice(-2000) || `it ended with ${code}`}.`,
      {
        code: 'image-export-failed',
        hint: program === 'mmdebstrap' ? 'Can this machine reach its Debian mirror?' : 'Is the disk full?',
      },
    );
}
