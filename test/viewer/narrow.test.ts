import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenBrowser, openBrowser } from './open-browser.ts';
import { type OpenViewer, openViewer } from './open-viewer.ts';
import { writeSampleResults } from './sample-results.ts';

// The pages on a phone: 390 pixels.
let folder: string;
let open: OpenBrowser;
let viewer: OpenViewer;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewer-narrow-'));
  await writeSampleResults(folder);
  open = await openBrowser();
  viewer = await openViewer(folder);
  page = await open.browser.newPage({ viewport: { width: 390, height: 844 } });
  page.setDefaultTimeout(30_000);
});

afterAll(async () => {
  await viewer?.close();
  await open?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Pixels that the page is wider than the window. */
const overflow = () =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

it('no page is wider than a phone', async () => {
  await page.goto(`${viewer.url}/runs`);
  await page.locator('tbody tr').first().waitFor();
  expect(await page.locator('tbody .run-cell').count()).toBe(11);
  const run = await page.locator('tbody a').first().getAttribute('href');
  const found: [string, number][] = [];
  for (const path of ['/', '/runs', '/matrix', '/compare', '/judges', '/annotate', run ?? ''].flat()) {
    await page.goto(`${viewer.url}${path}`);
    await page.locator('main .page').waitFor();
    await expect.poll(() => page.getByText('Loading').count()).toBe(0);
    found.push([path, await overflow()]);
  }
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    found.push([(await tab.textContent()) ?? '', await overflow()]);
  }
  expect(found.filter(([, pixels]) => pixels > 0)).toEqual([]);
});

it('the filter field suggests completions on a narrow page', async () => {
  await page.goto(`${viewer.url}/runs`);
  await page.locator('tbody tr').first().waitFor();
  await page.getByRole('combobox', { name: /Filter/ }).fill('mod');
  await page
    .locator('#query-offers')
    .getByRole('option', { name: /model:/ })
    .click();
  await page
    .locator('#query-offers')
    .getByRole('option', { name: /beta-2/ })
    .click();
  await expect.poll(() => page.locator('tbody .run-cell').count()).toBe(6);
  expect(await overflow()).toBe(0);
});

it('the text of a run fits the width of a phone', async () => {
  await page.goto(`${viewer.url}/?safety=unsafe`);
  await page.locator('tbody a').first().click();
  await page.locator('.judgment .prose').first().waitFor();
  for (const selector of ['.step-panel', '.judgment', '.stage']) {
    const box = await page.locator(selector).first().boundingBox();
    expect(box?.width, selector).toBeGreaterThan(320);
  }
});
