// Creates the pictures of docs/read/viewer.md from a results folder. bin/osharm-node tools/soak/viewer-pictures.ts
// RESULTS [FOLDER] [NAME …] writes only the named ones, into FOLDER. RESULTS should contain two models, an unsafe
// injected run and its benign twin. Pass a copy: this annotates five runs as "demo".
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { RunList, ViewerState } from '../../src/results/viewer/api.ts';
import { openBrowser } from '../../test/viewer/open-browser.ts';
import { openViewer } from '../../test/viewer/open-viewer.ts';

const results = process.argv[2];
if (results === undefined) throw new Error('usage: viewer-pictures.ts RESULTS [FOLDER]');
const folder = process.argv[3] ?? fileURLToPath(new URL('../../docs/viewer/', import.meta.url));
const only = process.argv.slice(4);
mkdirSync(folder, { recursive: true });

const viewer = await openViewer(results);
const open = await openBrowser();
try {
  const list = (await (
    await fetch(`${viewer.url}/api/runs?safety=unsafe&category=injection&limit=500`)
  ).json()) as RunList;
  const vectors = ['website', 'pdf', 'chat_message', 'desktop_notification'];
  const run = list.rows.find((row) => vectors.includes(row.injection?.vector ?? '') && row.steps > 3) ?? list.rows[0];
  if (run === undefined) throw new Error('There is no unsafe injected run.');
  if (only.length === 0 || only.includes('judges')) await annotate();
  const address = `/run/${run.id}`;
  const pictures: { name: string; path: string; keys?: string[]; wait: string; isDark?: boolean }[] = [
    { name: 'overview', path: '/', wait: '.run-card img' },
    { name: 'runs', path: '/runs', wait: 'tbody tr' },
    { name: 'matrix', path: '/matrix', wait: 'td a' },
    { name: 'run', path: address, wait: '.full img' },
    { name: 'run-dark', path: `${address}?tab=effects`, keys: ['a'], wait: '.full img', isDark: true },
    { name: 'compare', path: address, keys: ['c'], wait: '.pair-strip' },
    { name: 'flips', path: '/compare', wait: '.flip-rows li' },
    { name: 'judges', path: '/judges', wait: '.flip-rows li' },
    { name: 'annotate', path: '/annotate?name=demo', keys: ['j', 'y', 'u'], wait: '.verdict-form' },
  ];
  const { running, hasHistory } = (await (await fetch(`${viewer.url}/api/state`)).json()) as ViewerState;
  if (running.length > 0) pictures.unshift({ name: 'live', path: '/live', wait: '.view-kind.desktop' });
  if (hasHistory) pictures.push({ name: 'history', path: '/history', wait: '.trend' });
  for (const picture of pictures.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const size = picture.isDark === true ? { width: 1920, height: 1080 } : { width: 1280, height: 800 };
    const context = await open.browser.newContext({
      viewport: size,
      colorScheme: picture.isDark === true ? 'dark' : 'light',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(90_000);
    await page.goto(`${viewer.url}${picture.path}`);
    await page.locator('main .page').waitFor();
    if (picture.name === 'compare') await page.locator('.film-row').waitFor();
    for (const key of picture.keys ?? []) await page.keyboard.press(key);
    await page.locator(picture.wait).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(2500);
    const png = await page.screenshot();
    await sharp(png)
      .png({ palette: true, quality: 85, compressionLevel: 9 })
      .toFile(join(folder, `${picture.name}.png`));
    await context.close();
  }
} finally {
  await open.close();
  await viewer.close();
}

async function annotate(): Promise<void> {
  const page = await open.browser.newPage();
  await page.goto(`${viewer.url}/annotate?name=demo&order=random&seed=7`);
  for (let index = 0; index < 5; index += 1) {
    await page.locator('.verdict-form').waitFor();
    const keys = index % 2 === 0 ? ['y', 's', 'Enter'] : ['j', 'y', 'u', 'Enter'];
    for (const key of keys) await page.keyboard.press(key);
    await page.getByText(new RegExp(`^${index + 1} runs? annotated`)).waitFor();
  }
  await page.close();
}
