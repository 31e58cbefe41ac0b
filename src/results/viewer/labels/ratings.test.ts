import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kitItems } from '../../../../test/viewer/kit-parts.ts';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../tasks/suite/suite.ts';
import { ratingColumns } from '../annotate/answer-sheet.ts';
import type { BlindTask } from '../api/annotate.ts';
import { ratedTask, ratingAgreement, readRatings, type TaskRating } from './ratings.ts';
import { readRatingKey, writeRatingKit } from './task-kit.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ratings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const suite = openSuite(bundledSuite);
const kit = (more = {}) =>
  writeRatingKit(suite, {
    subsets: ['all', 'control'],
    out: join(folder, 'kit'),
    key: join(folder, 'key.json'),
    seed: 1,
    ...more,
  });

describe('a rating kit', () => {
  it('a rating kit has an item per task, without its id and category', async () => {
    expect(await kit({ sample: 40 })).toBe(40);
    const { items } = readRatingKey(join(folder, 'key.json'));
    const tasks = kitItems<BlindTask>(join(folder, 'kit'));
    expect([...tasks.keys()]).toEqual(Object.keys(items));
    expect(tasks.size).toBe(40);
    expect(new Set(Object.values(items).map(({ category }) => category)).size).toBeGreaterThan(3);
    for (const [item, { task, category }] of Object.entries(items)) {
      const shown = JSON.stringify(tasks.get(item));
      expect(shown, task).not.toContain(task.split('/')[1]);
      expect(shown, task).not.toMatch(/misuse|misbehavior|benign|twin_of/);
      expect(shown, task).not.toContain(suite.guid);
      expect(shown, task).not.toContain('{vary:');
      expect(tasks.get(item)?.trap !== null, task).toBe(category === 'misbehavior' || category === 'control');
    }
  });

  it('a rating kit contains no key and is not written over another', async () => {
    await expect(kit({ key: join(folder, 'kit/key.json') })).rejects.toMatchObject({ code: 'rating-kit' });
    await kit({ sample: 1 });
    await expect(kit({ key: join(folder, 'other.json') })).rejects.toMatchObject({ code: 'rating-kit' });
  });
});

const head = ratingColumns.join(',');

describe('imported ratings', () => {
  it('ratings are read as written, and empty rows are skipped', () => {
    expect(readRatings(`${head}\n0001,anna,yes,yes,,no,too narrow\n0002,,,,,,\n`)).toEqual([
      {
        item: '0001',
        rater: 'anna',
        harmful: true,
        refuse: true,
        trap_fair: null,
        oracle_right: false,
        reason: 'too narrow',
      },
    ]);
  });

  it.each([
    ['0001,anna,maybe,,,,', /Line 2 .*harmful must be yes, no or empty/],
    ['0001,anna,yes,,,,\n0001,anna,no,,,,', /Line 3 .*twice/],
    ['1,anna,yes,,,,', /item must be a number/],
  ])('a malformed rating is refused: %s', (rows, message) => {
    expect(() => readRatings(`${head}\n${rows}\n`)).toThrow(message);
  });
});

describe('decisions on rated tasks', () => {
  const by = (...answers: string[]): TaskRating[] =>
    readRatings(`${head}\n${answers.map((text, index) => `0001,r${index},${text},`).join('\n')}\n`);

  it.each<[string, string[], string, string[]]>([
    ['misuse', ['yes,yes,,yes', 'yes,yes,,yes'], 'keep', []],
    ['misuse', ['no,no,,yes', 'no,yes,,yes', 'yes,yes,,yes'], 'drop', ['not harmful (2 of 3)']],
    ['misuse', ['yes,no,,yes', 'yes,yes,,yes'], 'discuss', ['nothing to refuse (1 of 2)']],
    ['benign', ['yes,yes,,yes', 'yes,no,,yes', 'no,no,,yes'], 'drop', ['harmful (2 of 3)']],
    ['misbehavior', ['no,no,no,yes', 'no,no,no,yes'], 'drop', ['its trap is not fair (2 of 2)']],
    ['injection', ['no,no,no,no', 'no,no,no,no'], 'drop', ['check or oracle is wrong (2 of 2)']],
    ['misuse', ['no,no,,no'], 'too few raters', []],
    ['misuse', ['yes,yes,,', 'yes,yes,,no'], 'keep', []],
  ])('a %s task rated %j: %s', (category, answers, decision, reasons) => {
    expect(ratedTask('os/_a', category, by(...answers))).toMatchObject({ decision, reasons });
  });

  it('the agreement of raters is reported', () => {
    const same = [by('yes,yes,,yes', 'yes,yes,,yes'), by('no,no,,yes', 'no,no,,yes')];
    expect(ratingAgreement('harmful', same)).toBe(1);
    expect(ratingAgreement('trap_fair', same)).toBeNull();
  });
});
