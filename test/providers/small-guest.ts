import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { EnvironmentError } from '../../src/base/errors.ts';
import { ensureGuestBundle } from '../../src/desktop/client/guest-bundle.ts';
import { startInUserNamespace } from '../../src/desktop/client/user-namespace.ts';
import { findImage } from '../../src/desktop/image/find-image.ts';
import { ensureSessionLayer } from '../../src/desktop/providers/sandbox/session-layer.ts';
import { runTool } from '../../src/desktop/providers/tool.ts';

/** A virtual machine's parts: our image as a disk, Debian's kernel, and what mounts the one for the other. */
export interface SmallGuest {
  disk: string;
  kernel: string;
  initrd: string;
  append: string;
}

const kernelPackage = 'linux-image-cloud-amd64';
/** Which needs which differs between kernels: they are gone through twice. */
const modules = [
  'virtio',
  'virtio_ring',
  'virtio_pci_legacy_dev',
  'virtio_pci_modern_dev',
  'virtio_pci',
  'virtio_blk',
  'failover',
  'net_failover',
  'virtio_net',
  'crc16',
  'crc32c_generic',
  'libcrc32c',
  'mbcache',
  'jbd2',
  'ext4',
];

const firstInit = `#!/bin/busybox sh
/bin/busybox mkdir -p /proc /sys /dev /root
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t devtmpfs dev /dev
for module in ${[...modules, ...modules].join(' ')}; do /bin/busybox insmod /modules/$module.ko 2>/dev/null; done
/bin/busybox mount -t ext4 -o noatime /dev/vda /root || exec /bin/busybox sh
/bin/busybox mount --move /dev /root/dev
/bin/busybox umount /proc
exec /bin/busybox switch_root /root /usr/sbin/desktop-init
`;

const desktopInit = `#!/bin/bash
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/home/user LANG=C.UTF-8
mount -t proc proc /proc; mount -t sysfs sys /sys
mkdir -p /dev/pts /dev/shm
mount -t devpts -o gid=5,mode=620,ptmxmode=666 devpts /dev/pts
mount -t tmpfs -o mode=1777 shm /dev/shm; mount -t tmpfs -o mode=1777 tmp /tmp; mount -t tmpfs -o mode=755 run /run
mkdir -p /run/lock
ip link set lo up; ip link set eth0 up; ip addr add 10.0.2.15/24 dev eth0; ip route add default via 10.0.2.2
hostname desktop
export SESSION_LISTEN=tcp:0.0.0.0:5000
/usr/lib/session/node /usr/lib/session/session.mjs &
wait $!
echo o >/proc/sysrq-trigger
sleep 100
`;

/** Makes the guest in `folder`, or finds it there. Needs apt (to download two packages), dpkg-deb, mke2fs and qemu-img. */
export async function makeSmallGuest(folder: string): Promise<SmallGuest> {
  const image = await findImage(() => undefined);
  if (image === null) throw new EnvironmentError('The desktop image is not built yet.', { code: 'image-missing' });
  const bundle = await ensureGuestBundle();
  const imageFolder = join(folder, `${image.id}-${bundle.hash}`);
  const guest = {
    disk: join(imageFolder, 'disk.qcow2'),
    kernel: join(imageFolder, 'kernel'),
    initrd: join(imageFolder, 'initrd.gz'),
    append: 'console=ttyS0 quiet panic=5 net.ifnames=0 SESSION_WIDTH=1920 SESSION_HEIGHT=1080',
  };
  if ((await stat(join(imageFolder, 'complete')).catch(() => null)) !== null) return guest;
  await mkdir(imageFolder, { recursive: true });
  await makeKernel(imageFolder, guest);
  await makeDisk(imageFolder, image.rootfs, await ensureSessionLayer(bundle), guest.disk);
  await writeFile(join(imageFolder, 'complete'), '');
  return guest;
}

async function done(argv: string[], deadline = 300_000): Promise<string> {
  const result = await runTool(argv, { deadline });
  if (result.code === 0) return result.output;
  throw new EnvironmentError(`${argv[0]} exited with ${result.code}: ${result.error.slice(-500)}`, {
    code: 'small-guest',
  });
}

async function makeKernel(folder: string, guest: SmallGuest): Promise<void> {
  const listed = await done(['apt-cache', 'depends', kernelPackage]);
  const name = /Depends: (linux-image-\S+)/.exec(listed)?.[1];
  if (name === undefined) throw new EnvironmentError(`apt knows no ${kernelPackage}.`, { code: 'small-guest' });
  const unpacked = join(folder, 'packages');
  mkdirSync(unpacked, { recursive: true });
  await done(['sh', '-c', 'cd "$1" && apt-get download "$2" busybox-static', 'sh', unpacked, name]);
  for (const file of readdirSync(unpacked).filter((value) => value.endsWith('.deb')))
    await done(['dpkg-deb', '-x', join(unpacked, file), unpacked]);
  const boot = join(unpacked, 'boot');
  const kernel = readdirSync(boot).find((file) => file.startsWith('vmlinuz-')) as string;
  writeFileSync(guest.kernel, readFileSync(join(boot, kernel)));
  const found = (await done(['find', join(unpacked, 'lib/modules'), '-name', '*.ko'])).split('\n');
  const files: [string, number, Buffer][] = [
    ['init', 0o100755, Buffer.from(firstInit)],
    ['bin', 0o040755, Buffer.alloc(0)],
    ['bin/busybox', 0o100755, readFileSync(join(unpacked, 'bin/busybox'))],
    ['modules', 0o040755, Buffer.alloc(0)],
  ];
  for (const module of modules) {
    const file = found.find((value) => basename(value) === `${module}.ko`);
    if (file !== undefined) files.push([`modules/${module}.ko`, 0o100644, readFileSync(file)]);
  }
  writeFileSync(guest.initrd, gzipSync(cpio(files)));
}

/** An archive as the kernel unpacks it (cpio, "newc"). */
function cpio(files: readonly [name: string, mode: number, content: Buffer][]): Buffer {
  const padded = (part: Buffer): Buffer => Buffer.concat([part, Buffer.alloc((4 - (part.length % 4)) % 4)]);
  const entry = (name: string, mode: number, content: Buffer, inode: number): Buffer[] => {
    const numbers = [inode, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length + 1, 0];
    const header = `070701${numbers.map((number) => number.toString(16).padStart(8, '0')).join('')}${name}\0`;
    return [padded(Buffer.from(header)), padded(content)];
  };
  const parts = files.flatMap(([name, mode, content], index) => entry(name, mode, content, index + 1));
  return Buffer.concat([...parts, ...entry('TRAILER!!!', 0, Buffer.alloc(0), 0)]);
}

/** Image, session programs and the machine's first program in one file system, made where the image's files belong to root. */
async function makeDisk(folder: string, rootfs: string, session: string, disk: string): Promise<void> {
  const extra = join(folder, 'extra');
  await mkdir(join(extra, 'usr/sbin'), { recursive: true });
  await writeFile(join(extra, 'usr/sbin/desktop-init'), desktopInit, { mode: 0o755 });
  const raw = join(folder, 'disk.raw');
  await done(['sh', '-c', 'rm -f "$1"; truncate -s 5G "$1"; chmod 666 "$1"', 'sh', raw]);
  const { uid, gid } = await stat(rootfs);
  const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
  const { process: maker } = await startInUserNamespace(
    [
      'sh',
      '-c',
      `mount -t overlay -o ro,lowerdir=/run/image:/run/extra:/run/session,userxattr overlay /run/all && mke2fs -q -F -t ext4 -m 0 -d /run/all /run/raw`,
    ],
    {
      range: { firstUser: uid, firstGroup: gid },
      stdio: ['ignore', 'pipe', 'pipe'],
      arrange: [
        'mount -t tmpfs -o mode=0755 tmpfs /run',
        'mkdir /run/image /run/session /run/extra /run/all; : >/run/raw',
        `mount --bind ${quoted(rootfs)} /run/image; mount --bind ${quoted(session)} /run/session`,
        `mount --bind ${quoted(extra)} /run/extra; mount --bind ${quoted(raw)} /run/raw`,
        'chown "$owner" /run /run/all',
      ].join('\n'),
    },
  );
  const ended = new Promise<number | null>((resolve) => maker.once('exit', resolve));
  const [errorText, code] = await Promise.all([maker.stderr === null ? '' : text(maker.stderr), ended]);
  if (code !== 0)
    throw new EnvironmentError(`The guest's disk could not be made: ${errorText}`, { code: 'small-guest' });
  await done(['qemu-img', 'convert', '-O', 'qcow2', raw, disk], 600_000);
  await done(['rm', '-f', raw]);
}
