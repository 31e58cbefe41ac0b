import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFromArchive } from '../../src/desktop/image/archive.ts';
import { type Image, type ImageRecord, imagesFolder, readImage } from '../../src/desktop/image/image.ts';
import { handOver } from '../../src/desktop/image/owned-folder.ts';

/** What lies in it: a few files with rights, owners and links, and one that no packing makes smaller. */
const making = `
mkdir -p home/user etc && echo hello > etc/motd && ln etc/motd etc/motd-again && ln -s ../etc/motd home/user/link
head -c 300000 /dev/urandom > home/user/noise && chmod 640 etc/motd && chmod 1777 home/user
`;

/** Puts an image of a few files into the cache (`OSHARM_CACHE`), which belong to the sandbox's id range as those of a real one do. */
export async function makeMadeUpImage(id: string): Promise<Image> {
  const folder = join(imagesFolder(), id);
  const source = mkdtempSync(join(tmpdir(), 'osharm-made-up-'));
  try {
    execFileSync('sh', ['-ec', making], { cwd: source });
    const tar = execFileSync('tar', ['-c', '--owner=1000', '--group=7', 'etc', 'home'], {
      cwd: source,
      maxBuffer: 1 << 24,
    });
    mkdirSync(join(folder, 'rootfs'), { recursive: true });
    await handOver(join(folder, 'rootfs'));
    await fillFromArchive(
      (async function* () {
        yield tar;
      })(),
      join(folder, 'rootfs'),
      [],
    );
  } finally {
    rmSync(source, { recursive: true });
  }
  mkdirSync(join(folder, 'ca'));
  writeFileSync(join(folder, 'ca', 'ca.crt'), 'certificate\n');
  writeFileSync(join(folder, 'ca', 'ca.key'), 'key\n', { mode: 0o600 });
  const record: ImageRecord = { id, recipe: id, created: '2026-11-23T00:00:00.000Z', packages: { bash: '5.2' } };
  writeFileSync(join(folder, 'image.json'), JSON.stringify(record));
  return (await readImage(id)) as Image;
}
