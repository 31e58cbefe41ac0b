import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { startInUserNamespace } from '../../desktop/user-namespace.ts';
import { EnvironmentError } from '../../errors.ts';
import { TarFile } from './tar-file.ts';

export interface OciSource {
  /** Of the image; its tag is `osharm-desktop:{id}`. */
  id: string;
  /** ISO 8601. */
  created: string;
  /** The desktop's files; they belong to the sandbox's id range. */
  rootfs: string;
  /** A folder whose content goes on top, as root's: our programs below `usr/lib/session`. */
  session: string;
}

/** What the container does: the whole desktop, its control server on port 5000. No sandbox inside: the container is it. */
export const containerConfig = {
  User: '0',
  WorkingDir: '/',
  Env: [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/games:/usr/games',
    'HOME=/home/user',
    'LANG=C.UTF-8',
    'SESSION_LISTEN=tcp:0.0.0.0:5000',
    'SESSION_WIDTH=1920',
    'SESSION_HEIGHT=1080',
  ],
  // What a container's own mounts may have hidden, then the session.
  Entrypoint: [
    ...['/usr/bin/tini', '-s', '-g', '--', '/bin/sh', '-c'],
    'mkdir -p /run/lock /run/user /tmp /dev/shm && chmod 1777 /tmp /dev/shm && exec /usr/lib/session/node /usr/lib/session/session.mjs',
  ],
  ExposedPorts: { '5000/tcp': {} },
};

/**
 * Writes an image as one file that docker and podman load: an OCI image layout (specification 1.0) with Docker's own `manifest.json` beside it.
 * Layers are not packed. Returns the manifest's digest and the file's size in bytes. Leaves no half file behind.
 */
export async function exportOci(
  file: string,
  source: OciSource,
  onLayer: (what: string) => void = () => {},
): Promise<{ digest: string; tag: string; bytes: number }> {
  const tag = `osharm-desktop:${source.id}`;
  const tar = await TarFile.create(file);
  try {
    const blob = (sha256: string): string => `blobs/sha256/${sha256}`;
    const add = async (value: object): Promise<Descriptor> => {
      const content = Buffer.from(JSON.stringify(value));
      const sha256 = createHash('sha256').update(content).digest('hex');
      await tar.add(blob(sha256), content);
      return { digest: `sha256:${sha256}`, size: content.length };
    };
    await tar.add('oci-layout', Buffer.from('{"imageLayoutVersion":"1.0.0"}'));
    onLayer('desktop');
    const desktop = await tar.addByHash(archive(source.rootfs, ['--numeric-owner']), blob);
    onLayer('control server');
    const session = await tar.addByHash(archive(source.session, ['--owner=0', '--group=0', '--numeric-owner']), blob);
    const layers = [desktop, session];
    const config = await add({
      architecture: 'amd64',
      os: 'linux',
      created: source.created,
      config: containerConfig,
      rootfs: { type: 'layers', diff_ids: layers.map(({ sha256 }) => `sha256:${sha256}`) },
      history: ['desktop', 'control server'].map((comment) => ({ created: source.created, comment })),
    });
    const manifest = await add({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
      layers: layers.map(({ sha256, size }) => ({
        mediaType: 'application/vnd.oci.image.layer.v1.tar',
        digest: `sha256:${sha256}`,
        size,
      })),
    });
    const index = {
      schemaVersion: 2,
      manifests: [
        {
          mediaType: 'application/vnd.oci.image.manifest.v1+json',
          ...manifest,
          annotations: { 'org.opencontainers.image.ref.name': tag },
        },
      ],
    };
    await tar.add('index.json', Buffer.from(JSON.stringify(index)));
    const old = [
      {
        Config: blob(config.digest.slice('sha256:'.length)),
        RepoTags: [tag],
        Layers: layers.map(({ sha256 }) => blob(sha256)),
      },
    ];
    await tar.add('manifest.json', Buffer.from(JSON.stringify(old)));
    await tar.end();
    return { digest: manifest.digest, tag, bytes: tar.bytes };
  } catch (error) {
    await tar.abandon();
    await rm(file, { force: true });
    throw error;
  }
}

interface Descriptor {
  digest: string;
  size: number;
}

/** A folder as a tar stream, read as root of the id range that its files belong to. Throws EnvironmentError where tar fails. */
async function* archive(folder: string, options: readonly string[]): AsyncIterable<Buffer> {
  const command = [
    'tar',
    '-c',
    '--sort=name',
    '--format=posix',
    '--pax-option=delete=atime,delete=ctime',
    ...options,
    '.',
  ];
  const { process: child } = await startInUserNamespace(command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-2_000);
  });
  const closed = once(child, 'close');
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
  } finally {
    if (child.exitCode === null && child.stdout?.readableEnded === false) child.kill('SIGKILL');
  }
  const [code] = await closed;
  if (code !== 0)
    throw new EnvironmentError(`${folder} can't be packed: ${complaint.trim() || `tar ended with ${code}`}.`, {
      code: 'image-export-failed',
      hint: 'Is the disk full?',
    });
}
