import { archive } from '../archive.ts';
import { ownerOf } from '../image.ts';
import { type WrittenImage, writeOciImage } from './write-oci-image.ts';

export interface OciSource {
  id: string;
  created: string;
  rootfs: string;
  /** Folder with osharm's programs, added as a root-owned layer. */
  session: string;
}

/** The container itself isolates the desktop; no sandbox runs inside. */
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
  // Recreates folders that the container's mounts may hide, then starts the session.
  Entrypoint: [
    '/usr/bin/tini',
    '-s',
    '-g',
    '--',
    '/bin/sh',
    '-c',
    'mkdir -p /run/lock /run/user /tmp /dev/shm && chmod 1777 /tmp /dev/shm && exec /usr/lib/session/node /usr/lib/session/session.mjs',
  ],
  ExposedPorts: { '5000/tcp': {} },
};

/** Writes an image file for `docker load` and `podman load`. Removes the file on failure. */
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
