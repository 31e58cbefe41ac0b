import { archive } from '../archive.ts';
import { ownerOf } from '../image.ts';
import { type WrittenImage, writeOciImage } from './write-oci-image.ts';

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
 * Writes the desktop as one file that docker and podman load. Returns the manifest's digest and the file's size in
 * bytes. Leaves no half file behind.
 */
export async function exportOci(
  file: string,
  source: OciSource,
  onLayer: (what: string) => void = () => {},
): Promise<WrittenImage> {
  const range = await ownerOf(source.rootfs);
  return writeOciImage(
    file,
    {
      tag: `osharm-desktop:${source.id}`,
      created: source.created,
      config: containerConfig,
      layers: [
        { name: 'desktop', tar: () => archive(source.rootfs, ['--numeric-owner'], range) },
        {
          name: 'control server',
          tar: () => archive(source.session, ['--owner=0', '--group=0', '--numeric-owner']),
        },
      ],
    },
    onLayer,
  );
}
