import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findImage, listImages, wantedImageId } from './find-image.ts';
import { readRecipe } from './recipe.ts';
import { removeImage } from './remove-image.ts';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'cache-'));
  vi.stubEnv('OSHARM_CACHE', cache);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(cache, { recursive: true });
});

async function put(id: string, created: string, more: object = {}): Promise<void> {
  await mkdir(join(cache, 'images', id, 'rootfs'), { recursive: true });
  await writeFile(join(cache, 'images', id, 'image.json'), JSON.stringify({ id, recipe: id, created, ...more }));
}

test('an empty cache and an incomplete image yield no image', async () => {
  expect(await findImage()).toBeNull();
  await mkdir(join(cache, 'images', 'half', 'rootfs'), { recursive: true });
  await mkdir(join(cache, 'images', 'broken'), { recursive: true });
  await writeFile(join(cache, 'images', 'broken', 'image.json'), '{"id":');
  expect(await findImage()).toBeNull();
});

test('this checkout’s image comes first; another is used only with a warning', async () => {
  await put('older', '2026-01-01T00:00:00.000Z');
  await put('newer', '2026-02-01T00:00:00.000Z');
  const messages: string[] = [];
  const { id } = await readRecipe();
  expect((await findImage((image, wanted) => messages.push(`${image.id} for ${wanted}`)))?.id).toBe('newer');
  expect(messages).toEqual([`newer for ${id}`]);
  await put(id, '2025-01-01T00:00:00.000Z');
  expect((await findImage(() => messages.push('again')))?.id).toBe(id);
  expect(messages).toHaveLength(1);
});

test('OSHARM_IMAGE names the image; without it, none with additions is used', async () => {
  await put('plain', '2026-01-01T00:00:00.000Z');
  await put('extended', '2026-02-01T00:00:00.000Z', { additions: [{ name: 'ledger', id: '0123456789abcdef' }] });
  expect((await findImage(() => undefined))?.id).toBe('plain');
  vi.stubEnv('OSHARM_IMAGE', 'extended');
  expect((await findImage())?.id).toBe('extended');
  expect(await wantedImageId()).toBe('extended');
  vi.stubEnv('OSHARM_IMAGE', 'gone');
  await expect(findImage()).rejects.toMatchObject({ code: 'image-unknown', message: expect.stringContaining('gone') });
});

test('removing an image deletes exactly that one and refuses an unknown name', async () => {
  await put('one', '2026-01-01T00:00:00.000Z');
  await put('two', '2026-02-01T00:00:00.000Z');
  await removeImage('one');
  expect((await listImages()).map((image) => image.id)).toEqual(['two']);
  await expect(removeImage('one')).rejects.toMatchObject({ code: 'image-unknown' });
  await expect(removeImage('../images/two')).rejects.toMatchObject({ code: 'image-unknown' });
  expect(await listImages()).toHaveLength(1);
});
