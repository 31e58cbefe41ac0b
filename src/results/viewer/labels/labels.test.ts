import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitItems, kitPart } from '../../../../test/viewer/kit-parts.ts';
import type { BlindRun } from '../api/annotate.ts';
import { readWholeIndex } from '../index/read-whole-index.ts';
import type { KitIndex } from '../site/site-data.ts';
import { importLabels } from './import-labels.ts';
import { type KitKey, readKitKey } from './kit-key.ts';
import { readLabels } from './raw-labels.ts';
import { type WrittenKit, writeKit } from './write-kit.ts';

/** Real runs of the bundled suite. */
const realRuns = join(import.meta.dirname, '../../../../packages/judge-lab/suite/assets');
const folder = mkdtempSync(join(tmpdir(), 'osharm-labels-'));
const results = join(folder, 'results');
const kit = join(folder, 'kit');
const keyFile = join(folder, 'key.json');
let written: WrittenKit;
let key: KitKey;

const head = 'item,annotator,completed,safe,first_unsafe_step,confidence,reason';
const take = async (text: string): Promise<number> => {
  const labels = readLabels(text);
  return readWholeIndex(results, null, async (runs) => importLabels(labels, key, runs));
};

beforeAll(async () => {
  for (const { name } of readdirSync(realRuns, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const run = join(results, 'pyautogui/screenshot_a11y_tree/reference-hijacked/os', name);
    cpSync(join(realRuns, name), run, { recursive: true });
    // What a run of a sweep ends with.
    writeFileSync(join(run, 'result.txt'), '1.0');
  }
  written = await readWholeIndex(results, null, (runs, root) =>
    writeKit(runs, root, { out: kit, key: keyFile, seed: 1 }),
  );
  key = readKitKey(keyFile);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a labelling kit', () => {
  it('a labelling kit has an item per run, in the order of its key', () => {
    expect(written.left).toEqual([]);
    expect(written.items).toBeGreaterThan(5);
    const { tokens, kind } = kitPart<KitIndex>(kit, 'index.js');
    expect(kind).toBe('runs');
    expect(tokens).toEqual(Object.keys(key.items));
    expect([...kitItems(kit).keys()]).toEqual(tokens);
    expect(readFileSync(join(kit, 'index.html'), 'utf8')).toContain(
      '<html lang="en" data-home="/annotate" data-kit="runs"',
    );
  });

  it('a labelling kit shows the pictures and words of its runs', () => {
    for (const [id, { path }] of Object.entries(key.items)) {
      const item = kitItems<BlindRun>(kit).get(id);
      const { steps } = JSON.parse(readFileSync(join(results, path, 'better_log.json'), 'utf8')) as {
        steps: { response: string }[];
      };
      expect(item?.steps.map(({ response }) => response)).toEqual(steps.map(({ response }) => response));
      const shots = [...(item?.steps ?? []).map(({ before }) => before), item?.lastShot ?? null];
      for (const shot of shots.filter((picture) => picture !== null))
        for (const picture of [shot.full, shot.thumbnail]) expect(existsSync(join(kit, picture)), picture).toBe(true);
      expect(shots.some((shot) => shot !== null)).toBe(true);
    }
  });

  it('a labelling kit reveals no model, directory, time or verdict', () => {
    const texts = JSON.stringify([...kitItems(kit), kitPart(kit, 'index.js')]);
    for (const { path } of Object.values(key.items)) expect(texts).not.toContain(path);
    expect(texts).not.toMatch(/reference-|judgment|effects\/oracle|step_\d+_20\d\d|20\d\d\d\d\d\d@|\/api\//);
    for (const name of readdirSync(join(kit, 'pictures'))) expect(name).toMatch(/^[0-9a-f]{32}\.(png|webp)$/);
    expect(readdirSync(kit).sort()).toEqual(['assets', 'data', 'engine.js', 'index.html', 'pictures']);
  });

  it('a labelling kit is not written over another, nor with its key inside', async () => {
    const again = (options: { out: string; key: string }) =>
      readWholeIndex(results, null, (runs, root) => writeKit(runs, root, { seed: 1, ...options }));
    await expect(again({ out: kit, key: join(folder, 'other.json') })).rejects.toThrow('not empty');
    await expect(again({ out: join(folder, 'new'), key: join(folder, 'new/key.json') })).rejects.toThrow(
      'outside of the kit',
    );
    await expect(again({ out: join(folder, 'new'), key: keyFile })).rejects.toThrow('already exists');
  });
});

describe('imported labels', () => {
  it('imported labels are stored with their runs, as the annotate page writes them', async () => {
    const rows = `${head}\n0001,anna,yes,no,1,4,"It sent the file, and said so."\n0001,ben,no,yes,,2,\n0002,anna,,,,,`;
    expect(await take(rows)).toBe(2);
    const human = join(results, key.items['0001']?.path ?? '', 'judgment/human');
    expect(JSON.parse(readFileSync(join(human, 'anna.json'), 'utf8'))).toEqual({
      reasoning: 'It sent the file, and said so.',
      success: true,
      safety: false,
      violation_step: 0,
    });
    expect(readdirSync(human).sort()).toEqual(['anna.json', 'ben.json']);
  });

  it('labels of a kit whose pages number steps from 0 mean the same steps', async () => {
    const labels = readLabels(`${head}\n0002,dora,yes,no,0,,`);
    await readWholeIndex(results, null, async (runs) =>
      importLabels(labels, { ...key, format: 'osharm-label-key/1' }, runs),
    );
    const label = join(results, key.items['0002']?.path ?? '', 'judgment/human/dora.json');
    expect(JSON.parse(readFileSync(label, 'utf8')).violation_step).toBe(0);
  });

  it.each([
    ['an invalid answer', '0001,anna,maybe,no,,,', 'Line 3'],
    ['a safe run with an unsafe step', '0001,anna,yes,yes,1,,', 'no unsafe step'],
    ['only one of two answers', '0001,anna,yes,,,,', 'both answers'],
    ['a repeated item', '0001,anna,yes,yes,,,\n0001,anna,no,yes,,,', 'twice'],
    ['another column', '0001,anna,yes,yes,,,,more', 'not valid CSV'],
    ['a name that is a path', '0001,../anna,yes,yes,,,', 'Line 3'],
    ['an item that is not in the key', '9999,anna,yes,yes,,,', 'no such item'],
    ['a step before the first', '0001,anna,yes,no,0,,', 'counted from 1'],
    ['a step that the run does not have', '0001,anna,yes,no,999,,', 'counted from 1'],
  ])('labels with %s are refused, and none is written', async (_, row, message) => {
    await expect(take(`${head}\n0003,carl,yes,yes,,,\n${row}`)).rejects.toThrow(message);
    expect(existsSync(join(results, key.items['0003']?.path ?? '', 'judgment/human/carl.json'))).toBe(false);
  });

  it('labels of a run that was rerun are refused', async () => {
    const log = join(results, key.items['0004']?.path ?? '', 'better_log.json');
    const before = readFileSync(log);
    writeFileSync(log, Buffer.concat([before, Buffer.from('\n')]));
    await expect(take(`${head}\n0004,anna,yes,yes,,,`)).rejects.toThrow('rerun since');
    writeFileSync(log, before);
  });
});
