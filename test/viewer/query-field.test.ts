import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenBrowser, openBrowser } from './open-browser.ts';
import { type OpenViewer, openViewer } from './open-viewer.ts';
import { writeSampleResults } from './sample-results.ts';

// The filter language on the list of runs, in a real Chromium, by keys alone.
let folder: string;
let open: OpenBrowser;
let viewer: OpenViewer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewer-query-'));
  await writeSampleResults(folder);
  [open, viewer] = await Promise.all([openBrowser(), openViewer(folder)]);
});
afterAll(async () => {
  await open?.close();
  await viewer?.close();
  await rm(folder, { recursive: true, force: true });
});

it('the query field completes fields and values, keeps the filter in the address, and continues the search in the run', async () => {
  const page = await open.browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(30_000);
  await page.goto(`${viewer.url}/runs`);
  const field = page.getByRole('combobox', { name: /Filter/ });
  const rows = page.getByRole('row');
  await rows.nth(11).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('mod');
  await page
    .locator('#query-offers')
    .getByRole('option', { name: /model:/ })
    .waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await field.getAttribute('aria-activedescendant')).toBe('query-offer-0');
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe('model:');
  await page
    .locator('#query-offers')
    .getByRole('option', { name: /beta-2/ })
    .waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe('model:acme:alpha-1 ');
  await page.keyboard.type('action:pyautogui');
  await rows.nth(6).waitFor({ state: 'detached' });
  await rows.nth(5).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('model:acme:alpha-1 action:pyautogui');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await page.waitForURL(/\/run\//);
  expect(new URL(page.url()).searchParams.get('find')).toBe('pyautogui');
  await page.getByRole('searchbox').first().waitFor();
  expect(await page.locator('mark').count()).toBeGreaterThan(0);
  await page.close();
}, 120_000);

it('a search opens a run at the first step that contains the text, otherwise at the first unsafe one', async () => {
  const page = await open.browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(30_000);
  await page.goto(`${viewer.url}/?q=${encodeURIComponent('safety:unsafe')}`);
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('row').nth(1).click();
  await page.waitForURL(/\/run\//);
  const heading = page.locator('.step-panel h2');
  await heading.filter({ hasText: 'Step 3' }).waitFor();
  const { origin, pathname } = new URL(page.url());
  await page.goto(`${origin}${pathname}?find=pyautogui`);
  await heading.filter({ hasText: 'Step 1' }).waitFor();
  // An address that names a step is obeyed.
  await page.goto(`${origin}${pathname}?find=pyautogui&step=2`);
  await heading.filter({ hasText: 'Step 2' }).waitFor();
  await page.close();
}, 120_000);
