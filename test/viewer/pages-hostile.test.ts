import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunList } from '../../src/results/viewer/api.ts';
import { type OpenBrowser, openBrowser } from './open-browser.ts';
import { type OpenViewer, openViewer } from './open-viewer.ts';
import { writeHostileTree } from './server-hostile-tree.ts';

// Results that try things, looked at in a real browser: nothing runs, everything hidden is shown, what is broken is said.
let folder: string;
let open: OpenBrowser;
let viewer: OpenViewer;
let page: Page;
let ran: string[];
let list: RunList;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewer-hostile-'));
  await writeHostileTree(join(folder, 'results'), join(folder, 'outside'));
  viewer = await openViewer(join(folder, 'results'));
  open = await openBrowser();
  page = await open.browser.newPage();
  ran = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    dialog.dismiss().catch(() => {});
  });
  page.on('pageerror', (error) => ran.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(viewer.url)) ran.push(`asked ${request.url()}`);
  });
  list = (await (await fetch(`${viewer.url}/api/runs?limit=500`)).json()) as RunList;
});

afterAll(async () => {
  await open?.close();
  await viewer?.close();
  await rm(folder, { recursive: true, force: true });
});

const runNamed = (name: string) => {
  const row = list.rows.find((runRow) => runRow.taskId === name);
  if (row === undefined) throw new Error(`no run ${name}`);
  return `${viewer.url}/run/${row.id}`;
};

describe('hostile results in the viewer', () => {
  it('hostile results are listed with hidden characters shown', async () => {
    await page.goto(`${viewer.url}/runs`);
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('tbody .hidden-letter', { hasText: 'RLO' }).count()).toBe(1);
    expect(await page.locator('tbody .hidden-letter', { hasText: 'ESC[31m' }).count()).toBe(1);
  });

  it('hostile results execute nothing on any page or tab', async () => {
    for (const row of list.rows) {
      await page.goto(`${viewer.url}/run/${row.id}`);
      await page.locator('.run-page').waitFor();
      if (!/markup|names|types/.test(row.taskId)) continue;
      for (const tab of await page.getByRole('tab').all()) await tab.click();
    }
    for (const path of ['/matrix', '/compare', '/judges', '/annotate?name=eve']) {
      await page.goto(`${viewer.url}${path}`);
      await page.locator('main .page').waitFor();
    }
    expect(ran).toEqual([]);
    expect(await page.title()).toContain('osharm');
    expect(await page.locator('#app script, #app iframe, #app object, #app [onerror]').count()).toBe(0);
  }, 180_000);

  it('hostile results show markup as text', async () => {
    await page.goto(runNamed('markup'));
    await page.locator('.step-panel', { hasText: '<script>alert(1)</script>' }).waitFor();
    expect(await page.locator('.step-panel .hidden-letter', { hasText: 'RLO' }).count()).toBeGreaterThan(0);
  });

  it('damaged results are reported on their page', async () => {
    await page.goto(runNamed('broken-pictures'));
    await page.getByText('This screenshot is missing or broken').first().waitFor();
    await page.goto(runNamed('wrong-types'));
    await page.getByText(/things are broken or missing here/).waitFor();
    await page.goto(runNamed('linked-log'));
    await page.getByText(/things? (is|are) broken or missing here/).waitFor();
  });

  it('a log of 200 MB is shown piece by piece', async () => {
    await page.goto(`${runNamed('long-log')}?tab=files`);
    await page.getByRole('button', { name: 'runtime.log' }).click();
    await page.getByText(/0 B to 256\.0 kB of 200\.0 MB/).waitFor();
    await page.getByRole('button', { name: 'The end' }).click();
    await page.getByText(/199\.7 MB to 200\.0 MB/).waitFor();
  });
});
