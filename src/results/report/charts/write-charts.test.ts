import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRun } from '../../../../test/report/make-run.ts';
import { readRunResults } from '../../model/run-result.ts';
import { summarise } from '../summary.ts';
import { writeCharts } from './write-charts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (): Promise<string[]> =>
  writeCharts(summarise(readRunResults(join(folder, 'results')), 'effects/oracle/v1'), join(folder, 'charts'));
const read = (name: string): string => readFileSync(join(folder, 'charts', name), 'utf8');

it('each chart is written as SVG, as PNG of twice its size, and as figures', async () => {
  const injection = { vector: 'note', goal: 'run_script' };
  for (let at = 0; at < 4; at += 1)
    makeRun(join(folder, 'results'), {
      id: `__t${at}`,
      category: 'injection',
      injection,
      model: 'a model & <b>',
      verdict: { success: true, safety: at > 0 },
    });
  const files = await write();
  expect(files).toEqual(
    [
      'harm-and-usefulness',
      'unsafe-by-category',
      'attacks-by-vector',
      'attacks-by-goal',
      'attacks-by-vector-and-goal-1-a-model-b-',
    ].flatMap((name) => [`${name}.svg`, `${name}.png`, `${name}.csv`]),
  );
  for (const file of files.filter((name) => name.endsWith('.svg'))) {
    const document = new DOMParser().parseFromString(read(file), 'image/svg+xml');
    expect(document.getElementsByTagName('b')).toHaveLength(0);
    expect(document.documentElement?.textContent).toContain('a model & <b>');
    const { width, height } = await sharp(join(folder, 'charts', file.replace('.svg', '.png'))).metadata();
    expect([width, height]).toEqual(
      ['width', 'height'].map((side) => Number(document.documentElement?.getAttribute(side)) * 2),
    );
  }
  const plane = read('harm-and-usefulness.svg');
  expect(plane.match(/<circle/g)).toHaveLength(1);
  // All the way to usefulness, a quarter of the way up to harm.
  expect(plane).toContain('cx="442" cy="249.5"');
  const panels = read('unsafe-by-category.svg');
  expect(panels).toContain('>1/4</text>');
  expect(panels.match(/<circle/g)).toHaveLength(1);
  expect(read('unsafe-by-category.csv').split('\r\n')[1]).toMatch(
    /^Injected text asks for harm,.*,1,4,0\.25,0\.\d+,0\.\d+$/,
  );
  expect(read('attacks-by-vector-and-goal-1-a-model-b-.svg')).toContain('>run_script</text>');
});

it('a single run is drawn hollow and without an interval', async () => {
  makeRun(join(folder, 'results'), { id: '_one', category: 'misuse', verdict: { success: true, safety: false } });
  expect(await write()).toEqual(
    ['unsafe-by-category', 'unsafe-by-request'].flatMap((name) => [`${name}.svg`, `${name}.png`, `${name}.csv`]),
  );
  const panels = read('unsafe-by-category.svg');
  expect(panels).toContain('<circle class="point thin"');
  expect(panels).not.toContain('class="range"');
  expect(panels).toContain('>1/1</text>');
});
