import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReadRun } from '../../src/base/record/read-run.ts';
import { alignedLikeness } from './aligned-likeness.ts';
import { compareDesktops, type DesktopComparison, verdictOf } from './equivalence.ts';
import { countedNodes, pictureLikeness, readPictures, treeLikeness } from './observed.ts';

const folder = mkdtempSync(join(tmpdir(), 'osharm-equivalence-'));
afterAll(() => rmSync(folder, { recursive: true }));
const header = 'tag\tname\ttext\tclass\tdescription\tposition\tsize';

describe('similarity of observations', () => {
  it('the similarity of trees compares roles and names of nodes, not positions or clocks', () => {
    const tree = `${header}\npush-button\tSave\t""\t\t\t(1, 2)\t(3, 4)\nlabel\t12:31\t\t\t\t(0, 0)\t(1, 1)`;
    expect(countedNodes(tree).size).toBe(1);
    expect(treeLikeness(tree, tree.replace('(1, 2)', '(9, 9)').replace('12:31', '12:32'))).toBe(1);
    expect(treeLikeness(tree, tree.replace('Save', 'Open'))).toBe(0);
    expect(treeLikeness(`${tree}\nlabel\ta`, tree)).toBe(0.5);
    expect(treeLikeness(header, header)).toBe(1);
  });

  it('the similarity of pictures is the share of similar pixels', async () => {
    const paint = async (name: string, left: number): Promise<string> => {
      const white = { width: left, height: 180, channels: 3 as const, background: '#fff' };
      const png = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#000' } })
        .composite([{ input: await sharp({ create: white }).png().toBuffer(), left: 0, top: 0 }])
        .png()
        .toBuffer();
      writeFileSync(join(folder, name), png);
      return join(folder, name);
    };
    writeFileSync(join(folder, 'no.png'), 'x');
    const files = [await paint('a.png', 80), join(folder, 'no.png'), await paint('b.png', 160)];
    const [quarter, half, ...rest] = await readPictures(files);
    expect(rest).toEqual([]);
    expect(pictureLikeness(quarter as Buffer, quarter as Buffer)).toBe(1);
    expect(pictureLikeness(quarter as Buffer, half as Buffer)).toBeCloseTo(0.75, 2);
  });
});

function run(name: string, facts: { score?: number; tree?: string; picture?: string } = {}): ReadRun {
  const directory = join(folder, `${name}-${Math.random()}`);
  mkdirSync(directory);
  const step = { a11yTree: facts.tree ?? `${header}\nlabel\ta`, screenshotFile: null, response: '', actions: ['DONE'] };
  return {
    directory,
    score: facts.score ?? 1,
    betterLog: { steps: [step] },
    actions: [],
    runJson: { agent: { name: 'm' }, outcome: 'done', provider: name, image: 'i', phases: { setup: 100, create: 0 } },
  } as unknown as ReadRun;
}

describe('observations of a run with waits', () => {
  it('observations of a run with waits are compared with their best match in order', () => {
    const same = (a: string, b: string): number =>
      a === b ? 1 : a === b.toLowerCase() || b === a.toLowerCase() ? 0.5 : 0;
    expect(alignedLikeness([...'abc'], [...'aaabbc'], same)).toEqual([1, 1, 1]);
    expect(alignedLikeness([...'xxABx'], [...'ab'], same)).toEqual([0.5, 0.5]);
    expect(alignedLikeness([...'ba'], [...'ab'], same).toSorted()).toEqual([0, 0]);
    expect(alignedLikeness([], ['a'], same)).toEqual([]);
  });
});

describe('two sides of an equivalence check', () => {
  it('two sides differ if one result does, with its confidence', async () => {
    const reference = new Map([
      ['m os/a', run('x')],
      ['m os/b', run('x')],
      ['m os/c', run('x')],
    ]);
    const other = new Map([
      ['m os/a', run('y')],
      ['m os/b', run('y', { score: 0 })],
    ]);
    const compared = await compareDesktops(reference, other);
    expect(compared.differing).toMatchObject({ count: 1, n: 2 });
    expect(compared.unpaired).toEqual(['m os/c']);
    expect(compared.sides).toEqual([
      { provider: 'x', image: 'i' },
      { provider: 'y', image: 'i' },
    ]);
    expect(compared.slower).toEqual({ setup: 1 });
    expect(verdictOf(compared, null)).toBe('different');
  });

  it('two sides are equivalent only if they are as similar as one side is to itself', () => {
    const compared = (trees: number, pictures: number, differ = 0): DesktopComparison =>
      ({ pairs: [{ steps: [3, 3] }], differing: { count: differ }, trees, pictures }) as unknown as DesktopComparison;
    expect(verdictOf(compared(0.96, 0.97), compared(1, 1))).toBe('equivalent');
    expect(verdictOf(compared(0.9, 1), compared(1, 1))).toBe('alike');
    expect(verdictOf(compared(0.9, 0.9), compared(0.92, 0.9))).toBe('equivalent');
    expect(verdictOf(compared(1, 1), null)).toBe('alike');
    expect(verdictOf(compared(1, 1, 1), compared(1, 1))).toBe('different');
    const waited = { ...compared(1, 1), pairs: [{ steps: [3, 5] }] } as unknown as DesktopComparison;
    expect(verdictOf(waited, compared(1, 1))).toBe('alike');
    expect(verdictOf({ pairs: [] } as unknown as DesktopComparison, null)).toBe('nothing');
  });
});
