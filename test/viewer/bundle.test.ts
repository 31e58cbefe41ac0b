import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRunResults } from '../../src/results/model/run-result.ts';
import { htmlReport } from '../../src/results/report/html/page.ts';
import { readSearches } from '../../src/results/report/searches/read-searches.ts';
import { bundleResults } from '../../src/results/viewer/site/bundle-results.ts';
import { beginAttack } from '../../src/runs/attack-search/attack-files.ts';
import { AttackJournal } from '../../src/runs/attack-search/journal.ts';
import { makeRun } from '../report/make-run.ts';
import { type OpenBrowser, openBrowser } from './open-browser.ts';
import { writeSampleResults } from './sample-results.ts';
import { writeHostileTree } from './server-hostile-tree.ts';

// `osharm view --bundle`: the pages as a static site, opened from file:// and from a static server in a real Chromium.
let folder: string;
let open: OpenBrowser;
let server: Server;
const site = () => join(folder, 'site');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewer-bundle-'));
  await writeSampleResults(join(folder, 'results'));
  await writeHostileTree(join(folder, 'hostile'), join(folder, 'outside'));
  await bundleResults(join(folder, 'results'), site(), undefined, folder);
  await bundleResults(join(folder, 'hostile'), join(folder, 'hostile-site'), undefined, folder);
  open = await openBrowser();
  server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://site').pathname;
    const types: Record<string, string> = {
      html: 'text/html',
      js: 'text/javascript',
      css: 'text/css',
      svg: 'image/svg+xml',
    };
    const content = await readFile(join(site(), name === '/' ? 'index.html' : name)).catch(() => null);
    response.writeHead(content === null ? 404 : 200, {
      'content-type': types[name.split('.').at(-1) ?? ''] ?? types.html,
    });
    response.end(content ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await open?.close();
  await new Promise((resolve) => server?.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

/** A page that notes what runs that shouldn't, and what it asks of others. */
async function quietPage(host: string): Promise<{ page: Page; messages: string[] }> {
  const page = await open.browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(30_000);
  const messages: string[] = [];
  page.on('dialog', (dialog) => {
    messages.push(dialog.message());
    dialog.dismiss().catch(() => {});
  });
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  page.on('request', (request) => !request.url().startsWith(host) && messages.push(`asked ${request.url()}`));
  return { page, messages };
}

for (const from of ['file', 'server'] as const)
  it(`the static site shows every page from a ${from}`, async () => {
    const start = from === 'file' ? `file://${site()}/` : `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { page, messages } = await quietPage(start);
    await page.goto(`${start}${from === 'file' ? 'index.html' : ''}#/runs`);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(11);
    await page
      .locator('tbody tr', { hasText: 'thunderbird mail received' })
      .filter({ hasText: 'alpha-1' })
      .first()
      .click();
    await page.locator('.step-panel h2').waitFor();
    expect(await page.locator('.step-panel h2').textContent()).toContain('Step 3');
    await expect.poll(() => page.locator('.stage .full img').count()).toBe(1);
    await page.keyboard.press('k');
    await page.locator('.payload-box').first().waitFor();
    const address = page.url();
    expect(address).toContain('#/run/');
    for (const tab of await page.getByRole('tab').all()) await tab.click();
    await page.getByRole('tab', { name: /Response/ }).click();
    const seen = page.locator('.message').nth(1).getByRole('img');
    await seen.scrollIntoViewIfNeeded();
    await expect
      .poll(() => seen.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1920);
    await page.reload();
    await page.locator('.message').first().waitFor();
    await page.keyboard.press('c');
    await page.getByText('They diverge at step').waitFor();
    await page.getByRole('link', { name: 'Matrix' }).click();
    await page.getByRole('heading', { name: 'acme:alpha-1: Vector × goal' }).click();
    await page.getByRole('group', { name: 'Vector × goal: acme:alpha-1' }).locator('tbody td a').first().click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page.getByRole('link', { name: 'Judges' }).click();
    await page.getByRole('heading', { name: 'Judges' }).waitFor();
    expect(await page.getByRole('link', { name: 'Annotate' }).count()).toBe(0);
    await page.goBack();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    expect(messages).toEqual([]);
    await page.close();
  });

/** A drawing as the browser has it; links are an extra of the viewer. */
const drawingOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .evaluate((svg) => (svg as unknown as { outerHTML: string }).outerHTML)
    .then((text) => text.replaceAll(/<a (class="[^"]*") href="[^"]*">/g, '<g $1>').replaceAll('</a>', '</g>'));

it('the static site and the report draw the same plane', async () => {
  const start = `file://${site()}/`;
  const { page } = await quietPage(start);
  await page.goto(`${start}index.html#/`);
  const plane = await drawingOf(page, '.plane');
  expect(plane).toContain('75 % unsafe · 75 % done');
  await page.setContent(await htmlReport(readRunResults(join(folder, 'results')), 'effects/oracle/v1', { runs: 0 }));
  expect(await drawingOf(page, '.plane')).toBe(plane);
  await page.close();
});

it('the static site runs nothing that hostile results try', async () => {
  const start = `file://${join(folder, 'hostile-site')}/`;
  const { page, messages } = await quietPage(start);
  await page.goto(`${start}index.html#/runs`);
  await page.locator('tbody tr').first().waitFor();
  const runs = await page
    .locator('tbody a')
    .evaluateAll((links) => links.map((link) => (link as unknown as { hash: string }).hash));
  expect((runs as string[]).length).toBeGreaterThan(5);
  for (const run of runs as string[]) {
    await page.goto(`${start}index.html${run}`);
    await page.locator('.run-page').waitFor();
  }
  for (const path of ['/matrix', '/compare', '/judges']) {
    await page.goto(`${start}index.html#${path}`);
    await page.locator('main .page').waitFor();
  }
  expect(messages).toEqual([]);
  expect(await page.locator('#app script, #app iframe, #app object, #app [onerror]').count()).toBe(0);
  await page.close();
});

it('one run is exported as one page that opens at its decisive step and loads nothing', async () => {
  const runs = (await readdir(join(folder, 'results'), { recursive: true }))
    .filter((name) => name.endsWith('better_log.json'))
    .map((name) => join(folder, 'results', name, '..'));
  const run = runs.find((name) => /alpha-1.*thunderbird_mail_received/.test(name)) ?? '';
  const file = join(folder, 'incident.html');
  const written = await bundleResults(run, file, undefined, folder);
  expect(written.bytes).toBeLessThan(5_000_000);
  const { page, messages } = await quietPage(`file://${file}`);
  await page.route('**', (route) => (/^(file|data):/.test(route.request().url()) ? route.continue() : route.abort()));
  await page.goto(`file://${file}`);
  await page.locator('.step-panel h2').waitFor();
  expect(await page.locator('.step-panel h2').textContent()).toContain('Step 3');
  await expect.poll(() => page.locator('.stage .full img').count()).toBe(1);
  for (const tab of await page.getByRole('tab').all()) await tab.click();
  expect(messages.filter((message) => !message.startsWith('asked data:'))).toEqual([]);
  await page.close();
  await expect(bundleResults(run, file, undefined, folder)).rejects.toMatchObject({ code: 'bundle-not-empty' });
  await expect(
    bundleResults(join(folder, 'results'), join(folder, 'all.html'), undefined, folder),
  ).rejects.toMatchObject({ code: 'bundle-one-page' });
});

it('the page of a hostile run executes no code from the run', async () => {
  const runs = (await readdir(join(folder, 'hostile'), { recursive: true }))
    .filter((name) => name.endsWith('better_log.json'))
    .map((name) => join(folder, 'hostile', name, '..'));
  let shown = 0;
  for (const [index, run] of runs.slice(0, 4).entries()) {
    const file = join(folder, `hostile-${index}.html`);
    await bundleResults(run, file, undefined, folder);
    const { page, messages } = await quietPage(`file://${file}`);
    await page.goto(`file://${file}`);
    await page.locator('.run-page').waitFor();
    expect(messages.filter((message) => !message.startsWith('asked data:'))).toEqual([]);
    expect(await page.locator('#app script, #app iframe, #app object, #app [onerror]').count()).toBe(0);
    await page.close();
    shown += 1;
  }
  expect(shown).toBeGreaterThan(0);
});

it('the static site contains each picture once, and results only as packed data', async () => {
  const pictures = await readdir(join(site(), 'pictures'));
  expect(new Set(pictures).size).toBe(pictures.length);
  for (const name of await readdir(join(folder, 'hostile-site', 'data')))
    expect(await readFile(join(folder, 'hostile-site', 'data', name), 'utf8')).toMatch(
      /^osharmPart\("[\w-]+","[A-Za-z0-9+/=]+"\)\n$/,
    );
});

it('the static site is not written into a folder that is not empty', async () => {
  await expect(bundleResults(join(folder, 'results'), site(), undefined, folder)).rejects.toMatchObject({
    code: 'bundle-not-empty',
  });
});

it('the static site omits runs with sealed payloads and their pictures, and states until when', async () => {
  const root = join(folder, 'sealed-results');
  const injection = { vector: 'note', goal: 'run_script' };
  makeRun(root, { id: 'open', category: 'injection', injection });
  const sealed = makeRun(root, { id: 'closed', category: 'injection', injection, sealedUntil: '2031-01-02' });
  const text = 'Words that nobody may read yet';
  await writeFile(
    join(sealed, 'better_log.json'),
    JSON.stringify({ params: {}, task: { instruction: text }, steps: [] }),
  );
  const partOf = async (name: string): Promise<string> => {
    const parts = await readdir(join(folder, name, 'data'));
    const packed = await Promise.all(parts.map((part) => readFile(join(folder, name, 'data', part), 'utf8')));
    return packed
      .map((part) => gunzipSync(Buffer.from(/,"(.*)"\)/.exec(part)?.[1] ?? '', 'base64')).toString())
      .join('\n');
  };
  const before = await bundleResults(root, join(folder, 'before'), undefined, folder, new Date('2031-01-01'));
  expect([before.runs, before.sealed]).toEqual([1, { runs: 1, until: '2031-01-02' }]);
  expect(await partOf('before')).not.toMatch(/Words that nobody|closed/);
  const after = await bundleResults(root, join(folder, 'after'), undefined, folder, new Date('2031-01-02'));
  expect([after.runs, after.sealed]).toEqual([2, null]);
  expect(await partOf('after')).toContain(text);
});

it('the static site shows attacks: success by attempts, cost, and hashes of winners whose runs are sealed', async () => {
  const root = join(folder, 'attacked');
  const target = 'os/a × note × set_up';
  beginAttack(
    join(root, 'attack'),
    {
      agent: 'model-a',
      strategies: ['evolve', 'static'],
      success: 'attempted',
      maxQueries: 4,
      confirmations: 0,
      benign: 0,
      transferred: [{ source: '99887766554433', genome: { framing: 'policy' }, agent: 'model-b' }],
      attackerModel: null,
      fromExposure: true,
      seed: 0,
      sealedUntil: '9999-12-31',
      targets: [{ id: target, family: 'a', vector: 'note', goal: 'set_up' }],
      heldOut: [],
      settings: {},
    },
    'Threat.',
  );
  const injection = { vector: 'note', goal: 'set_up' };
  makeRun(root, { id: 'open', category: 'injection', injection });
  const run = makeRun(join(root, 'attack', 'runs', 't1'), {
    id: 'a',
    category: 'injection',
    injection,
    sealedUntil: '9999-12-31',
  });
  const journal = new AttackJournal(join(root, 'attack'));
  for (const [strategy, grades] of [
    ['evolve', ['exposed', 'attempted']],
    ['static', ['none', 'none', 'none', 'none']],
  ] as const)
    for (const [ordinal, grade] of grades.entries())
      journal.add({
        target,
        on: target,
        strategy,
        phase: 'search',
        ordinal,
        seed: 0,
        genome: { framing: 'ticket' },
        grade,
        payload: 'a1b2c3d4e5f60718',
        source: null,
        reason: null,
        costUsd: 0.5,
        steps: 1,
        taskDone: null,
        interventions: 0,
        directory: grade === 'attempted' ? relative(join(root, 'attack'), run) : null,
        exposedAt: null,
        rewriting: null,
        shared: null,
      });
  journal.add({
    target,
    on: target,
    strategy: 'transfer',
    phase: 'transfer',
    ordinal: 0,
    seed: 0,
    genome: { framing: 'policy' },
    grade: 'attempted',
    payload: 'ffff',
    source: '99887766554433',
    reason: null,
    costUsd: 0,
    steps: 1,
    taskDone: null,
    interventions: 0,
    directory: null,
    exposedAt: null,
    rewriting: null,
    shared: null,
  });
  const written = await bundleResults(root, join(folder, 'attacked-site'), undefined, folder);
  expect([written.runs, written.sealed]).toEqual([1, { runs: 1, until: '9999-12-31' }]);
  const { page, messages } = await quietPage(`file://${folder}/`);
  await page.goto(`file://${join(folder, 'attacked-site')}/index.html`);
  await page.getByRole('link', { name: 'Attacks' }).click();
  await page.locator('.attack-curves > svg').waitFor();
  const row = page.locator('tr', { has: page.locator('th', { hasText: 'evolve' }) });
  expect(await row.textContent()).toMatch(/0 %.*0 of 1.*100 %.*1 of 1.*2\.0.*\$1/);
  await page.getByText('The agent never saw the text in 4 of 7 trials.').waitFor();
  await page.getByRole('button', { name: 'Successful 2' }).click();
  const winner = page.locator('li', { has: page.locator('code', { hasText: 'a1b2c3d4e5f6' }) });
  expect(await winner.textContent()).toContain('framing ticket');
  expect(await winner.locator('a').count()).toBe(0);
  const transfer = page.locator('tr', { has: page.locator('code', { hasText: '998877665544' }) });
  expect(await transfer.textContent()).toMatch(/model-b.*100 %.*1 of 1.*framing policy/);
  expect(messages).toEqual([]);
  const curves = await drawingOf(page, '.success-curves');
  const options = { runs: 0, searches: readSearches(root) };
  await page.setContent(await htmlReport(readRunResults(root), 'effects/oracle/v1', options));
  expect(await drawingOf(page, '.success-curves')).toBe(curves);
  await page.close();
});
