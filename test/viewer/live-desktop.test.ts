import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunLeases } from '../../src/base/record/lease/run-leases.ts';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import type { ViewerState } from '../../src/results/viewer/api.ts';
import { type OpenBrowser, openBrowser } from './open-browser.ts';
import { type OpenViewer, openViewer } from './open-viewer.ts';
import { writeSampleResults } from './sample-results.ts';
import { ask } from './server-client.ts';

// A real desktop of a run that goes on, looked at by the viewer as people do: what they see, and that it makes no difference to the run.

const provider = new SandboxProvider();
let folder: string;
let directory: string;
let leases: RunLeases;
let desktop: Desktop;
let viewer: OpenViewer;
let open: OpenBrowser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'viewer-live-'));
  await writeSampleResults(folder);
  directory = join(folder, 'pyautogui/screenshot_a11y_tree/acme%3Aalpha-1/os/_watched');
  mkdirSync(directory);
  const other = JSON.parse(readFileSync(join(directory, '../___tidy_up/run.json'), 'utf8'));
  const startedAt = new Date().toISOString();
  const run = { ...other, taskId: '_watched', state: 'running', startedAt, steps: [], endedAt: null, outcome: null };
  writeFileSync(join(directory, 'run.json'), JSON.stringify(run));
  leases = new RunLeases(folder);
  leases.plan([directory]);
  leases.take(directory);
  [desktop, viewer, open] = await Promise.all([
    provider.create({ width: 1280, height: 720, run: directory }),
    openViewer(folder),
    openBrowser(),
  ]);
});

afterAll(async () => {
  await Promise.all([open?.close(), viewer?.close(), provider.close()]);
  leases?.close();
  rmSync(folder, { recursive: true, force: true });
});

const state = async () => (await ask(viewer.url, '/api/state')).json<ViewerState>();
const pointer = async () => (await desktop.execute('import pyautogui; print(tuple(pyautogui.position()))')).output;

describe('a running desktop in the viewer', () => {
  it('a running desktop is shown live in the list and on its run page, without being affected', async () => {
    await desktop.launch(['gnome-terminal', '--maximize']);
    await desktop.settle({ newWindowSince: [] });
    await desktop.execute('import pyautogui; pyautogui.moveTo(321, 234)');
    const before = { pointer: await pointer(), windows: await desktop.windows(), journal: await desktop.journal(0) };
    const context = await open.browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const views: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/desktop/')) views.push(response.headers()['x-osharm-view']);
    });
    await page.goto(`${viewer.url.replace(/\/$/, '')}/live`);
    const card = page.getByRole('region', { name: 'Running now' });
    await card.getByText('live', { exact: true }).waitFor();
    const took = card.getByText(/^step 1 · /);
    const text = await took.textContent();
    await expect.poll(() => took.textContent()).not.toBe(text);
    await card.getByText('_watched').click();
    const now = page.locator('.stages.now img');
    await now.waitFor();
    await expect.poll(() => page.evaluate(`document.querySelector('.stages.now img').naturalWidth`)).toBe(960);
    // Two seconds later it is asked again, without anybody doing anything.
    await expect.poll(() => views.length, { timeout: 40_000 }).toBeGreaterThanOrEqual(3);
    expect(new Set(views)).toEqual(new Set(['desktop']));
    expect({ pointer: await pointer(), windows: await desktop.windows(), journal: await desktop.journal(0) }).toEqual(
      before,
    );
    // Nobody looks: nothing is asked.
    await page.goto(`${viewer.url}/judges`);
    const viewCount = views.length;
    await page.waitForTimeout(3000);
    expect(views.length).toBe(viewCount);
    await context.close();
  });

  it('a desktop that has ended is no longer shown', async () => {
    const { running } = await state();
    expect(running).toMatchObject([{ model: 'acme:alpha-1', view: 'desktop' }]);
    await desktop.close();
    await expect.poll(async () => (await state()).running[0]?.view).toBeNull();
    const answer = await ask(viewer.url, `/api/desktop/${running[0]?.id}`);
    expect(answer.status).toBe(404);
  });
});
