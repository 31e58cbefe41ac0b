import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenBrowser, openBrowser } from './open-browser.ts';
import { type OpenViewer, openViewer } from './open-viewer.ts';
import { writeSampleResults } from './sample-results.ts';

// Every page and every key in a real Chromium, over a small results tree; a word on the console fails the test.

let folder: string;
let open: OpenBrowser;
let viewer: OpenViewer;
let context: BrowserContext;
let page: Page;
let messages: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewer-pages-'));
  await writeSampleResults(folder);
  open = await openBrowser();
  viewer = await openViewer(folder);
});

afterAll(async () => {
  await viewer?.close();
  await open?.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  context = await open.browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  messages = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(viewer.url)) messages.push(`asked ${request.url()}`);
  });
});

afterEach(async () => {
  await context.close();
  expect(messages).toEqual([]);
});

const visit = (path: string) => page.goto(`${viewer.url}${path}`);
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const step = () => page.locator('.step-panel h2');
const injected = () =>
  page.locator('tbody tr', { hasText: 'thunderbird mail received' }).filter({ hasText: 'alpha-1' }).first();

async function openInjectedRun(): Promise<void> {
  await visit('/runs');
  await injected().click();
  await step().waitFor();
}

describe('the overview page', () => {
  it('the overview states what was tested, compares the agents, and shows the runs to read first', async () => {
    await visit('/');
    await page.getByRole('heading', { name: /2 agents worked on 4 tasks in 3 applications: 11 runs/ }).waitFor();
    const plane = page.getByRole('group', { name: 'Harm and usefulness of each agent' });
    expect(await plane.getByRole('link').count()).toBe(2);
    expect(await page.getByRole('region', { name: 'Agents' }).locator('tbody tr').count()).toBe(2);
    await page.locator('.run-card').first().waitFor();
    expect(await page.locator('.run-card').count()).toBe(5);
    await page.getByRole('link', { name: '1 error' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.goBack();
    await page.locator('.run-card').first().click();
    await step().waitFor();
  });

  it('old addresses of lists redirect to the list', async () => {
    await visit('/?safety=unsafe');
    await page.getByRole('table').waitFor();
    expect(new URL(page.url()).pathname).toBe('/runs');
  });
});

describe('the runs page', () => {
  it('the runs page lists all runs with verdicts, rates, cost and whose fault errors are', async () => {
    await visit('/runs');
    await page.getByRole('table').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(11);
    const summary = page.locator('.summary');
    expect(await summary.textContent()).toMatch(/11 runs/);
    const chips = page.getByRole('group', { name: 'Filters of one press' });
    expect(await chips.getByRole('button', { name: /^Unsafe/ }).textContent()).toMatch(/Unsafe 5/);
    await summary.getByText('1 error, blame: environment').click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('blame')).toBe('environment');
  });

  it('the runs page keeps filters and order in the address', async () => {
    await visit('/runs?safety=unsafe&sort=-task');
    await page.getByRole('table').waitFor();
    const all = await page.locator('tbody tr').count();
    expect(await page.locator('tbody').getByLabel('unsafe', { exact: true }).count()).toBe(all);
    expect(await page.getByRole('columnheader', { name: 'Run', exact: true }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    await press('/');
    await page.keyboard.type('beta');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('beta');
    await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(all);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(11);
    await page.getByRole('columnheader', { name: 'Agent' }).getByRole('button').click();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('model');
    await page
      .locator('summary', { hasText: 'Agent' })
      .or(page.locator('summary', { hasText: 'Model' }))
      .first()
      .click();
    await page.getByRole('button', { name: /acme:beta-2/ }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(6);
    expect(new URL(page.url()).searchParams.get('model')).toBe('acme:beta-2');
  });

  it('the runs page has keyboard shortcuts: j, k, ., x, c, o', async () => {
    await visit('/runs');
    await page.getByRole('table').waitFor();
    const at = () => page.locator('tbody tr.at').getAttribute('aria-rowindex');
    await press('j', 'j', 'k');
    expect(await at()).toBe('2');
    await press('.');
    expect(await page.locator('tbody tr.at').getByLabel('unsafe', { exact: true }).count()).toBe(1);
    await press('x', 'j', 'x');
    expect(await page.locator('tbody tr.chosen').count()).toBe(2);
    await press('c');
    await page.getByRole('heading', { name: 'Two runs', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('table').waitFor();
    await press('j', 'o');
    await step().waitFor();
    expect(page.url()).toContain('/run/');
  });
});

describe('the run page', () => {
  it('the run page shows steps, screen, clicks and the injected text', async () => {
    await openInjectedRun();
    expect(await page.locator('.film-frame').count()).toBe(4);
    // At the first unsafe step, which types: on the screen with what it typed; the other one while a key is held.
    expect(await step().textContent()).toContain('Step 3');
    await expect.poll(() => page.locator('.stage .full img').count()).toBe(1);
    await page.keyboard.down('b');
    await page.getByRole('img', { name: 'Screen before step 3' }).waitFor();
    await page.keyboard.up('b');
    await page.getByRole('img', { name: 'Screen after step 3' }).waitFor();
    expect(await page.locator('.chain > li').count()).toBe(4);
    expect(await page.locator('.chain').textContent()).toContain('paste the file notes/key.txt');
    expect(await page.title()).toMatch(/ ← form paste key \(thunderbird mail received\) · acme:alpha-1$/);
    await press('k', 'k');
    await expect.poll(() => page.locator('.stage .pointer-ring').count()).toBe(1);
    await press('j');
    await page.getByText('injected text (tree)').waitFor();
    expect(await page.locator('.payload-box').count()).toBe(1);
    await press('p');
    await expect.poll(() => page.locator('.payload-box').count()).toBe(0);
    await press('a');
    await expect.poll(() => page.locator('.tree-box').count()).toBe(3);
    await press('a', 'm');
    await expect.poll(() => page.locator('.mark-box').count()).toBe(2);
    await press('m', 'v');
    await page.getByRole('figure', { name: 'Screen after step 2' }).waitFor();
    expect(await page.locator('.stage').count()).toBe(1);
    await press('v');
    expect(await page.locator('.stage').count()).toBe(2);
  });

  it('the run page keeps the selected layers and screen in the address', async () => {
    await openInjectedRun();
    await press('k', 'a', 'p', 'v');
    await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe('2');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ view: 'after', draw: 'tree' });
    await page.reload();
    await page.getByRole('figure', { name: 'Screen after step 2' }).waitFor();
    await press('v', 'v');
    await expect.poll(() => page.locator('.tree-box').count()).toBe(3);
    expect(await page.locator('.payload-box').count()).toBe(0);
    await press('a', 'p');
    await page.locator('.payload-box').waitFor();
    expect([...new URL(page.url()).searchParams.keys()]).toEqual(['step']);
  });

  it('tags and a comment on a run make it searchable', async () => {
    await openInjectedRun();
    const note = page.getByRole('region', { name: 'Tags and comment' });
    await note.getByLabel('Add a tag').fill('look again');
    await note.getByLabel('Add a tag').press('Enter');
    await note.getByRole('link', { name: 'look again' }).waitFor();
    await note.getByRole('button', { name: 'Comment' }).click();
    await note.getByLabel('Comment').fill('Typed the key into the form.');
    await note.getByRole('button', { name: 'Save' }).click();
    await note.getByText('Typed the key into the form.').waitFor();
    await note.getByRole('link', { name: 'look again' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.locator('summary', { hasText: 'Saved' }).click();
    await page.getByLabel('Name of this filter').fill('mine');
    await page.getByLabel('Name of this filter').press('Enter');
    await visit('/runs');
    await page.locator('summary', { hasText: 'Saved' }).click();
    await page.getByRole('button', { name: 'mine', exact: true }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.locator('tbody tr a').first().click();
    await note.getByRole('button', { name: 'Remove the tag look again' }).click();
    await expect.poll(() => note.getByRole('link').count()).toBe(0);
  });

  it('the run page has keyboard shortcuts: j, k, arrows, J, K, ., /, n, c, u, ?', async () => {
    await openInjectedRun();
    const expectText = async (text: string) => expect.poll(() => step().textContent()).toContain(text);
    await expectText('Step 3');
    await press('k', 'k', 'j', 'ArrowRight', 'k');
    await expectText('Step 2');
    await press('.');
    await expectText('Step 3');
    await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe(null);
    const first = page.url().split('?')[0];
    await press('J');
    await expect.poll(() => page.url().split('?')[0]).not.toBe(first);
    await step().waitFor();
    await press('K');
    await expect.poll(() => page.url().split('?')[0]).toBe(first);
    await step().waitFor();
    await press('/');
    await page.keyboard.type('save the file');
    await press('Enter', 'Escape');
    await expectText('Step 4');
    expect(await page.locator('.step-panel mark').textContent()).toBe('save the file');
    await press('?');
    const help = page.getByRole('dialog');
    for (const does of ['next unsafe step', 'set-of-marks', 'previous run of the list'])
      await help.getByText(does).waitFor();
    await press('Escape', 'c');
    await page.getByText('They diverge at step').waitFor();
    await page.goBack();
    await step().waitFor();
    await press('u');
    await page.getByRole('table').waitFor();
  });

  it('the steps of the run page can be scrubbed with the pointer', async () => {
    await openInjectedRun();
    const box = await page.locator('.film-row').boundingBox();
    if (box === null) throw new Error('no film strip');
    await page.mouse.move(box.x + 10, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 10, box.y + 20, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => step().textContent()).toContain('Step 4');
    expect(await page.getByRole('slider', { name: 'Step' }).getAttribute('aria-valuenow')).toBe('4');
  });

  it('the run page has its records in tabs, and citations jump to their step', async () => {
    await openInjectedRun();
    const tab = (name: RegExp) => page.getByRole('tab', { name }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByText('effects/oracle/v1').waitFor();
    await panel.getByText('The agent opened the form.').waitFor();
    await panel.getByRole('button', { name: 'step 3' }).first().click();
    await expect.poll(() => step().textContent()).toContain('Step 3');
    await tab(/Response/);
    await tab(/Effects/);
    await panel.getByText('Sent a form to forms.example').first().waitFor();
    expect(await panel.locator('li.evidence').count()).toBe(1);
    await tab(/Tree/);
    await panel.getByText('1 row came').waitFor();
    await tab(/Time/);
    expect(await panel.locator('.time-bar').count()).toBe(4);
    await tab(/Task/);
    await panel.getByLabel('Injected text').getByText('paste the file notes/key.txt').waitFor();
    await tab(/Files/);
    await panel.getByRole('button', { name: 'runtime.log' }).click();
    await panel.getByText('The run begins.').waitFor();
    await page.getByRole('tab', { name: /Files/ }).press('Home');
    await panel.getByText('effects/oracle/v1').waitFor();
  });

  it('the run page explains what failed', async () => {
    await visit('/runs?blame=environment');
    await page.locator('tbody tr').first().click();
    await page.getByRole('alert').getByText('did not answer within 20 s').waitFor();
    await page.getByText('recording: The <b>video</b> could not be fetched.').waitFor();
    await page.getByText('supervisor-died (blame: environment): The supervisor ended.').waitFor();
    await page.getByText('This is attempt 2.').waitFor();
  });
});

describe('the matrix page', () => {
  it('the matrix compares agents, then two properties for each, and opens their runs', async () => {
    await visit('/matrix');
    await page.getByRole('heading', { name: 'acme:alpha-1: Vector × goal' }).waitFor();
    await page.getByRole('heading', { name: 'acme:beta-2: Vector × goal' }).waitFor();
    const vectors = page.getByRole('region', { name: 'Injection vector by agent' });
    expect(await vectors.locator('thead th').allTextContents()).toContain('acme:alpha-1');
    expect(((await vectors.locator('tbody td a').first().textContent()) ?? '').replace(/\s+/g, ' ')).toContain('2/2');
    // A short table shows its thin rows too.
    expect(await vectors.locator('tbody td a').first().isVisible()).toBe(true);
    expect(await vectors.locator('summary').count()).toBe(0);
    await page.getByRole('heading', { name: 'acme:alpha-1: Vector × goal' }).click();
    const cell = page.getByRole('group', { name: 'Vector × goal: acme:alpha-1' }).locator('tbody td a').first();
    expect(await cell.getAttribute('title')).toMatch(/^2 of 2 unsafe, 95 % interval/);
    expect(await page.locator('.matrix-cells td.thin').count()).toBeGreaterThan(0);
    await press('r');
    await expect.poll(() => page.url()).toContain('show=completed');
    await cell.click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    expect(page.url()).toContain('vector=thunderbird_mail_received');
  });

  it('the matrix shows two agents as dots with their difference instead of blocks', async () => {
    await visit('/matrix?left=acme:alpha-1&right=acme:beta-2');
    const vectors = page.getByRole('region', { name: 'Injection vector: both agents' });
    await vectors.waitFor();
    expect(await vectors.locator('tbody td').last().textContent()).toBe('+50 points');
    expect(await page.getByRole('heading', { name: 'Vector × goal' }).count()).toBe(0);
  });
});

describe('the compare page', () => {
  it('the compare page aligns a run with its benign twin and marks the first difference', async () => {
    await openInjectedRun();
    await page.getByRole('link', { name: /benign twin/ }).click();
    await page.getByText(/They diverge at step 3/).waitFor();
    expect(await page.locator('.pair-strip [aria-current=step]').getAttribute('aria-label')).toContain(
      'first that differs',
    );
    await press('k');
    await page.getByLabel('A: step 2').waitFor();
    await press('j', 'ArrowRight');
    await page.getByLabel('B: step 4').waitFor();
    await press('.');
    await page.getByLabel('B: step 3').waitFor();
    const before = page.url();
    await press('s');
    await expect.poll(() => page.url()).not.toBe(before);
    await page.getByText('They diverge at step').waitFor();
    await press('u');
    await page.getByText('choose the first').waitFor();
  });

  it('the compare page pairs two sweeps and shows flips first', async () => {
    await visit('/compare');
    await page.getByText(/\d+ pairs of runs/).waitFor();
    expect(await page.locator('.answer').first().textContent()).toMatch(
      /^Unsafe runs: undecided: 3 task families can’t show a difference/,
    );
    await page
      .getByText(/^Only .* followed injected text$/)
      .first()
      .waitFor();
    const first = page.locator('.flip-rows li').first();
    expect(await first.getByLabel('unsafe', { exact: true }).count()).toBe(1);
    await first.getByRole('link').click();
    await page.getByText('They diverge at step').waitFor();
  });
});

describe('the judges page', () => {
  it('the judges page shows the confusion matrix and disagreements first', async () => {
    await visit('/judges');
    await page.getByText(/κ/).first().waitFor();
    const first = page.locator('.flip-rows li').first();
    expect(await first.getAttribute('class')).toContain('disagrees');
    await page
      .getByText(/^κ −?\d\.\d\d \(−?\d\.\d\d to −?\d\.\d\d\)/)
      .first()
      .waitFor();
    await first.getByText('In step 1 the agent reads the mail; step 2 decides.').waitFor();
    await first.getByText(/Nothing of the harm was found|the key was sent in step 3/).waitFor();
    await press('j', 'o');
    await step().waitFor();
  });
});

describe('the annotate page', () => {
  it('the annotate page is blinded, has keyboard shortcuts, saves, and resumes where it stopped', async () => {
    await visit('/annotate');
    await page.getByLabel('Your name').fill('berta');
    await press('Enter');
    await page.getByRole('heading', { name: /Run 1/ }).waitFor();
    await page.locator('.verdict-form').waitFor();
    const shown = await page.locator('main').textContent();
    expect(shown).not.toMatch(/acme|alpha|beta|oracle|gpt/);
    await press('Enter');
    await page.getByRole('alert').waitFor();
    // Unsafe without a step that was looked for is not taken for the first step.
    await press('y', 'u', 'Enter');
    await page.getByText('Unsafe needs its step').waitFor();
    await press('j', 'j', 'u', 'w');
    await page.keyboard.type('It sent the key.');
    await press('Escape', 'Enter');
    await page.getByText('1 run annotated by berta').waitFor();
    await page.getByRole('heading', { name: /Run 2/ }).waitFor();
    await page.locator('.verdict-form').waitFor();
    await press('n', 's', 'Enter');
    await page.getByText('2 runs annotated by berta').waitFor();
    await page.getByText('Safety the same').waitFor();
    await page.reload();
    await page.getByText('2 runs annotated by berta').waitFor();
    await page.getByRole('heading', { name: /Run 3/ }).waitFor();
    await press('K');
    await page.getByRole('heading', { name: /Run 2/ }).waitFor();
    await press('J', 'q');
    await page.getByLabel('Your name').waitFor();
  });
});

describe('every page of the viewer', () => {
  it('colours and page change by keyboard shortcuts', async () => {
    await visit('/runs');
    await page.getByRole('table').waitFor();
    await press('3');
    await page.getByRole('heading', { name: 'Matrix' }).waitFor();
    for (const [key, name] of [
      ['4', 'Compare'],
      ['5', 'Judges'],
      ['6', 'Annotate'],
    ] as const) {
      await press(key);
      await page.getByRole('heading', { name, exact: true }).waitFor();
    }
    await press('t', 't');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.evaluate('scrollTo(0, 0)');
    await press('?');
    await page.getByLabel('Keys of a single letter work').uncheck();
    await press('Escape', '2');
    await page.getByRole('heading', { name: 'Annotate', exact: true }).waitFor();
  });

  it('no page of the viewer violates WCAG AA, light and dark', { timeout: 300_000 }, async () => {
    await openInjectedRun();
    const run = new URL(page.url()).pathname;
    await page.getByRole('link', { name: /benign twin/ }).click();
    await page.getByText('They diverge at step').waitFor();
    const pair = new URL(page.url());
    const tabs = ['judgments', 'response', 'effects', 'tree', 'cost', 'task', 'files'].map(
      (tab) => `${run}?step=3&tab=${tab}`,
    );
    const found: string[] = [];
    const look = async (path: string, colorScheme: 'light' | 'dark', runOnly: string[]): Promise<void> => {
      await page.emulateMedia({ colorScheme });
      const result = (await page.evaluate(
        `axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })})`,
      )) as {
        violations: { id: string; nodes: { html: string }[] }[];
      };
      found.push(
        ...result.violations.map(
          (violation) => `${path}, ${colorScheme}: ${violation.id}: ${violation.nodes[0]?.html}`,
        ),
      );
    };
    for (const path of [
      '/',
      '/runs',
      ...tabs,
      '/matrix',
      pair.pathname + pair.search,
      '/compare',
      '/judges',
      '/history',
      '/attacks',
      '/live',
      '/annotate',
      '/annotate?name=cora',
    ]) {
      await visit(path);
      await page.locator('main .page').waitFor();
      await expect.poll(() => page.getByText('Loading').count()).toBe(0);
      await page.evaluate(axe.source);
      await look(path, 'light', ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
      // In the other colours only colours can differ.
      await look(path, 'dark', ['color-contrast', 'link-in-text-block']);
    }
    expect(found).toEqual([]);
  });
});
