import { join } from 'node:path';
import sharp from 'sharp';
import type { ReadRun } from '../../src/base/record/read-run.ts';

/** Pictures are compared at this size, so that windows count, but a blinking caret and text rendering don't. */
const compared = { width: 320, height: 180 };
const visible = 24;

export function pictureLikeness(bytes: Buffer, other: Buffer): number {
  let same = 0;
  for (const [index, value] of bytes.entries()) if (Math.abs(value - (other[index] ?? 0)) <= visible) same += 1;
  return same / bytes.length;
}

export async function readPictures(files: readonly string[]): Promise<Buffer[]> {
  const read = await Promise.all(files.map((file) => greyPixels(file).catch(() => null)));
  return read.filter((pixels) => pixels !== null);
}

const greyPixels = (file: string): Promise<Buffer> =>
  sharp(file)
    .removeAlpha()
    .resize({ ...compared, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();

/** Counts the nodes of a linearised tree by role and text, ignoring positions. The first line is the header. */
export function countedNodes(tree: string): Map<string, number> {
  const nodes = new Map<string, number>();
  for (const line of tree.split('\n').slice(1)) {
    const key = line.split('\t').slice(0, 3).join('\t').trim();
    if (key !== '' && !isClock(key)) nodes.set(key, (nodes.get(key) ?? 0) + 1);
  }
  return nodes;
}

/** The panel's clock differs between any two runs. */
const isClock = (key: string): boolean => /\b\d{1,2}:\d{2}(:\d{2})?\b/.test(key);

/** Multiset Jaccard similarity of two trees' nodes, 0 to 1; 1 for two empty trees. */
export function treeLikeness(first: string, second: string): number {
  const [left, right] = [countedNodes(first), countedNodes(second)];
  let common = 0;
  let all = 0;
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const [a, b] = [left.get(key) ?? 0, right.get(key) ?? 0];
    common += Math.min(a, b);
    all += Math.max(a, b);
  }
  return all === 0 ? 1 : common / all;
}

export function screenshotsOf(run: ReadRun): string[] {
  const files = ['step_0.png', ...run.actions.flatMap(({ screenshotFile }) => screenshotFile ?? [])];
  return files.map((file) => join(run.directory, file));
}
