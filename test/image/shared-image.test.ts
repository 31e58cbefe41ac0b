import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { imagesBeside } from '../../src/base/store/object-place.ts';
import type { ObjectPlace } from '../../src/base/store/result-store.ts';
import { readIdRange } from '../../src/desktop/client/id-range.ts';
import { type Image, readImage } from '../../src/desktop/image/image.ts';
import { removeTree } from '../../src/desktop/image/owned-folder.ts';
import { pullImage } from '../../src/desktop/image/shared/pull-image.ts';
import { pushImage, slicesOf } from '../../src/desktop/image/shared/push-image.ts';
import { sharedImageAddress } from '../../src/desktop/image/shared/shared-image.ts';
import { makeMadeUpImage } from './made-up-image.ts';

const id = 'made-up-0123456789';
let folder: string;
let image: Image;
let place: ObjectPlace;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'osharm-shared-image-'));
  useCache('maker');
  image = await makeMadeUpImage(id);
  place = await imagesBeside(join(folder, 'shared', 'results'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await removeTree(folder);
});

const useCache = (name: string): void => void vi.stubEnv('OSHARM_CACHE', join(folder, name));
/** Kind, rights, owners, size, target and content of everything in a folder. */
const contentsOf = (root: string): string =>
  execFileSync(
    'sh',
    ['-ec', "find . -printf '%p %y %m %U:%G %n %l %T@\\n' | sort; find . -type f | sort | xargs sha256sum"],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
/** The place, telling what is read from it. */
const watched = (onRead: (name: string) => void): ObjectPlace => ({
  place: place.place,
  size: (name) => place.size(name),
  write: (name, content) => place.write(name, content),
  async read(name) {
    onRead(name);
    return place.read(name);
  },
});
const partFiles = (): string[] => readdirSync(place.place).filter((name) => name.endsWith('.part'));
const push = () => pushImage(image, place, () => {}, 100_000);

// The owner of the files must be told apart from this account's, as for real images: root's tests look at them from outside.
describe.skipIf(process.getuid?.() !== 0)('desktop images in a store (as root)', () => {
  it('a desktop image from the store equals the one that was pushed', async () => {
    const pushed = await push();
    expect(place.place).toBe(join(folder, 'shared', '.osharm-images'));
    expect(pushed.parts).toBeGreaterThan(3);
    expect(pushed.written).toBe(pushed.parts);
    expect(await sharedImageAddress(place, id)).toBe(pushed.address);
    const before = contentsOf(image.rootfs);
    const { firstUser, firstGroup } = await readIdRange();
    expect(before).toContain(` 1777 ${firstUser + 1000}:${firstGroup + 7} `);
    useCache('worker');
    const percents: number[] = [];
    const pulled = await pullImage(
      place,
      { id, address: pushed.address },
      { onProgress: (buildProgress) => percents.push(buildProgress.percent) },
    );
    expect(pulled.folder).toContain(join(folder, 'worker'));
    expect(contentsOf(pulled.rootfs)).toBe(before);
    expect(pulled.record).toEqual(image.record);
    expect(readFileSync(pulled.caKey, 'utf8')).toBe('key\n');
    expect(statSync(pulled.caKey).mode & 0o777).toBe(0o600);
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    // Nothing of the way stays.
    expect(readdirSync(join(folder, 'worker', 'downloads', 'images'))).toEqual([]);
    expect(readdirSync(join(folder, 'worker', 'building'))).toEqual([]);
  });

  it('a desktop image is pushed once, and an interrupted push resumes', async () => {
    let writes = 0;
    const failing: ObjectPlace = {
      ...watched(() => {}),
      async write(name, content) {
        writes += 1;
        if (writes > 2) throw new Error('The line is cut.');
        await place.write(name, content);
      },
    };
    await expect(pushImage(image, failing, () => {}, 100_000)).rejects.toThrow('The line is cut.');
    expect(await sharedImageAddress(place, id)).toBeNull();
    const pushed = await push();
    expect(pushed.written).toBe(pushed.parts - 2);
    expect(await push()).toEqual({ ...pushed, written: 0 });
  });

  it('an interrupted pull of a desktop image resumes, and an incomplete image is never used', async () => {
    const { address, parts } = await push();
    useCache('worker');
    let reads = 0;
    const cut = watched(() => {
      reads += 1;
      if (reads > 3) throw new Error('The line is cut.');
    });
    await expect(pullImage(cut, { id, address })).rejects.toThrow('The line is cut.');
    expect(await readImage(id)).toBeNull();
    const downloads = join(folder, 'worker', 'downloads', 'images', address);
    await expect.poll(() => readdirSync(downloads).filter((name) => name.endsWith('.part')).length).toBe(2);
    const [file = ''] = readdirSync(downloads);
    writeFileSync(join(downloads, file), Buffer.alloc(statSync(join(downloads, file)).size));
    const read: string[] = [];
    await pullImage(
      watched((name) => read.push(name)),
      { id, address },
    );
    expect(read).toHaveLength(1 + parts - 1);
    expect(read).toContain(file);
  });

  it('a desktop image whose contents don’t match their digest is refused', async () => {
    const { address } = await push();
    useCache('worker');
    const [part = ''] = partFiles();
    const whole = readFileSync(join(place.place, part));
    const damaged = Buffer.from(whole);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    writeFileSync(join(place.place, part), damaged);
    await expect(pullImage(place, { id, address })).rejects.toMatchObject({
      code: 'image-shared-damaged',
      message: expect.stringContaining(part),
    });
    writeFileSync(join(place.place, part), whole);
    const description = join(place.place, `${address}.json`);
    writeFileSync(description, readFileSync(description, 'utf8').replace('"key\\n"', '"another\\n"'));
    await expect(pullImage(place, { id, address })).rejects.toMatchObject({ code: 'image-shared-damaged' });
    expect(await readImage(id)).toBeNull();
    await expect(pullImage(place, { id, address: '0'.repeat(64) })).rejects.toMatchObject({ code: 'image-not-shared' });
    expect(existsSync(join(folder, 'worker', 'images', id))).toBe(false);
  });

  it('several processes pull a desktop image once', async () => {
    const { address } = await push();
    const script = fileURLToPath(new URL('pull-once.ts', import.meta.url));
    const program = fileURLToPath(new URL('../../bin/osharm-node', import.meta.url));
    const children = [1, 2, 3].map(() =>
      spawn(program, [script, join(folder, 'shared', 'results'), id, address], {
        env: { ...process.env, OSHARM_CACHE: join(folder, 'worker') },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    const outputs = await Promise.all(
      children.map(async (child) => {
        let output = '';
        child.stdout?.on('data', (chunk: Buffer) => {
          output += chunk;
        });
        await once(child, 'close');
        return JSON.parse(output) as { image: string; reads: number };
      }),
    );
    expect(outputs.map((item) => item.image)).toEqual([id, id, id]);
    expect(outputs.filter(({ reads }) => reads > 0)).toHaveLength(1);
  });
});

it('a stream is cut into slices of one size, whatever its chunks', async () => {
  const content = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 251));
  for (const [chunk, size] of [
    [1, 7],
    [333, 100],
    [100, 100],
    [1000, 999],
    [10, 5000],
  ] as const) {
    async function* chunks(): AsyncGenerator<Buffer> {
      for (let at = 0; at < content.length; at += chunk) yield content.subarray(at, at + chunk);
    }
    const slices: Buffer[] = [];
    for await (const slice of slicesOf(chunks(), size)) slices.push(slice);
    expect(Buffer.concat(slices).equals(content)).toBe(true);
    expect(slices.slice(0, -1).every((slice) => slice.length === size)).toBe(true);
    expect(slices).toHaveLength(Math.ceil(content.length / size));
  }
});
