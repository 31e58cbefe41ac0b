import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeOciImage } from './write-oci-image.ts';

const folder = mkdtempSync(join(tmpdir(), 'oci-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'image.tar');
const layer = (text: string) => ({
  name: text,
  async *tar() {
    yield Buffer.from(text);
  },
});
const image = { tag: 'a:1', created: '2026-11-23T00:00:00Z', config: { Cmd: ['work'] } };

it('an OCI image names every part by its digest and keeps the order of layers', async () => {
  const { digest, bytes } = await writeOciImage(file, { ...image, layers: [layer('one'), layer('two')] });
  execFileSync('tar', ['-xf', file, '-C', folder]);
  expect(readFileSync(file).length).toBe(bytes);
  const blob = (name: string): string => {
    const content = readFileSync(join(folder, 'blobs/sha256', name.replace('sha256:', '')), 'utf8');
    expect(`sha256:${createHash('sha256').update(content).digest('hex')}`).toBe(name);
    return content;
  };
  const [found] = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')).manifests;
  expect(found).toMatchObject({ digest, annotations: { 'org.opencontainers.image.ref.name': 'a:1' } });
  const manifest = JSON.parse(blob(digest));
  expect(manifest.layers.map((item: { digest: string }) => blob(item.digest))).toEqual(['one', 'two']);
  const config = JSON.parse(blob(manifest.config.digest));
  expect(config).toMatchObject({ config: { Cmd: ['work'] }, history: [{ comment: 'one' }, { comment: 'two' }] });
  expect(config.rootfs.diff_ids).toEqual(manifest.layers.map((item: { digest: string }) => item.digest));
});

it('a failing layer leaves no partial OCI image', async () => {
  const broken = {
    name: 'broken',
    // biome-ignore lint/correctness/useYield: it fails before it gives anything.
    async *tar(): AsyncGenerator<Buffer> {
      throw new Error('The disk is full.');
    },
  };
  await expect(writeOciImage(file, { ...image, layers: [layer('one'), broken] })).rejects.toThrow('The disk is full.');
  expect(existsSync(file)).toBe(false);
});
