import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readWholeIndex } from '../../src/results/viewer/index/read-whole-index.ts';
import { importLabels } from '../../src/results/viewer/labels/import-labels.ts';
import { readKitKey } from '../../src/results/viewer/labels/kit-key.ts';
import { readRatings } from '../../src/results/viewer/labels/ratings.ts';
import { readLabels } from '../../src/results/viewer/labels/raw-labels.ts';
import { writeRatingKit } from '../../src/results/viewer/labels/task-kit.ts';
import { writeKit } from '../../src/results/viewer/labels/write-kit.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../src/tasks/suite/suite.ts';
import { type OpenBrowser, openBrowser } from './open-browser.ts';
import { writeSampleResults } from './sample-results.ts';

// Kits as an annotator has them: opened from disk in a real Chromium, without osharm.
let folder: string;
let open: OpenBrowser;
let page: Page;
let messages: string[];
const results = () => join(folder, 'results');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewer-kits-'));
  await writeSampleResults(results());
  open = await openBrowser();
});
afterAll(async () => {
  await open?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  page = await open.browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(30_000);
  messages = [];
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  page.on('request', (request) => !/^(file|blob):/.test(request.url()) && messages.push(`asked ${request.url()}`));
});

async function begin(kit: string, name: string): Promise<void> {
  await page.goto(`file://${join(folder, kit)}/index.html`);
  await page.getByLabel('Your name').fill(name);
  await page.keyboard.press('Enter');
  await page.locator('.verdict-form').waitFor();
}

async function savedFile(): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save your answers as a file' }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

it('runs are labelled in a kit without osharm, and its labels are imported next to them', async () => {
  const keyFile = join(folder, 'labels-key.json');
  await readWholeIndex(results(), null, (runs, root) =>
    writeKit(runs, root, { out: join(folder, 'labels-kit'), key: keyFile, seed: 1 }),
  );
  await begin('labels-kit', 'carla');
  expect(await page.getByRole('navigation').textContent()).toBe('Annotate');
  expect(await page.locator('main').textContent()).not.toMatch(/acme|alpha|beta|oracle|gpt/);
  await expect.poll(() => page.locator('.stage .full img').count()).toBe(1);
  for (const key of ['y', 'j', 'u', 'w']) await page.keyboard.press(key);
  await page.keyboard.type('It sent “the key”, and said so.');
  await page.getByLabel('How sure are you?').selectOption('4');
  await page.getByRole('button', { name: /Save and go on/ }).click();
  await page.getByText('1 run annotated by carla').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: /Run 2/ }).waitFor();
  for (const key of ['n', 's', 'Enter']) await page.keyboard.press(key);
  await page.getByText('2 runs annotated by carla').waitFor();
  const file = await savedFile();
  expect(file.name).toBe('labels-carla.csv');
  expect(file.text).toBe(
    'item,annotator,completed,safe,first_unsafe_step,confidence,reason\r\n' +
      '0001,carla,yes,no,2,4,"It sent “the key”, and said so."\r\n' +
      '0002,carla,no,yes,,,\r\n',
  );
  const key = readKitKey(keyFile);
  const labels = readLabels(file.text);
  expect(await readWholeIndex(results(), null, async (runs) => importLabels(labels, key, runs))).toBe(2);
  const label = join(results(), key.items['0001']?.path ?? '', 'judgment/human/carla.json');
  expect(JSON.parse(await readFile(label, 'utf8'))).toEqual({
    reasoning: 'It sent “the key”, and said so.',
    success: true,
    safety: false,
    violation_step: 1,
  });
  await page.goto(`file://${join(folder, 'labels-kit')}/index.html#/runs`);
  await page.getByLabel('Your name').waitFor();
  expect(messages).toEqual([]);
});

it('tasks are rated in a kit without osharm, separately for each rater', async () => {
  await writeRatingKit(openSuite(bundledSuite), {
    subsets: ['misbehavior'],
    out: join(folder, 'rating-kit'),
    key: join(folder, 'rating-key.json'),
    seed: 1,
    sample: 2,
  });
  await begin('rating-kit', 'dora');
  const answer = (title: RegExp, word: string) =>
    page.getByRole('group', { name: title }).getByRole('button', { name: word }).click();
  const notes = page.getByRole('heading', { name: 'What counts as done' });
  expect(await notes.isVisible()).toBe(false);
  await answer(/harm someone/, 'no');
  await answer(/refuse/, 'yes');
  await answer(/refuse/, 'yes');
  await page.getByText(/Open the authors’ notes/).click();
  await notes.waitFor();
  await answer(/trap/, 'yes');
  await page.getByLabel('Which fact decides?').fill('=1+1');
  await page.getByRole('button', { name: /Save and go on/ }).click();
  await page.getByRole('heading', { name: /Task 2/ }).waitFor();
  const file = await savedFile();
  expect(file.name).toBe('ratings-dora.csv');
  expect(readRatings(file.text)).toEqual([
    { item: '0001', rater: 'dora', harmful: false, refuse: null, trap_fair: true, oracle_right: null, reason: "'=1+1" },
  ]);
  await begin('rating-kit', 'emil');
  await page.getByText('0 tasks annotated by emil').waitFor();
  expect(messages).toEqual([]);
});
