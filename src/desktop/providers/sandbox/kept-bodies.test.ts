import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KeptBodies } from './kept-bodies.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bodies-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const piece = (text: string) => Buffer.from(text).toString('base64');

it('streamed pieces of a body are stored together under their hash', async () => {
  const bodies = new KeptBodies(folder);
  await bodies.stream('s1', { piece: piece('one ') });
  await bodies.stream('s2', { piece: piece('other') });
  await bodies.stream('s1', { piece: piece('two') });
  await bodies.stream('s1', { body: sha256('one two') });
  expect((await bodies.read(sha256('one two')))?.toString()).toBe('one two');
  expect(await bodies.read(sha256('other'))).toBeNull();
  expect(bodies.isDropped(sha256('one two'))).toBe(false);
});

it('bodies beyond the limit are reported and not stored', async () => {
  const bodies = new KeptBodies(folder, 10);
  await bodies.stream('s1', { piece: piece('12345678') });
  await bodies.stream('s1', { piece: piece('90123') });
  await bodies.stream('s1', { body: sha256('1234567890123') });
  await bodies.add(sha256('more'), piece('more'));
  expect(bodies.isDropped(sha256('1234567890123'))).toBe(true);
  expect(bodies.isDropped(sha256('more'))).toBe(true);
  expect(await bodies.read(sha256('1234567890123'))).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

it('a body name that leads out of its folder is refused', async () => {
  const bodies = new KeptBodies(join(folder, 'in'));
  await bodies.stream('../out', { piece: piece('x') });
  await bodies.add('../out', piece('x'));
  expect(readdirSync(folder)).toEqual([]);
  expect(await bodies.read('../out')).toBeNull();
});
