import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { VerifiedRun } from '../../src/results/report/verify/compare-run.ts';
import { type OpenBrowser, openBrowser } from '../viewer/open-browser.ts';

// The authoring loop with a real desktop: a new suite, its task done by hand in the browser, recorded, and played again.
const osharm = fileURLToPath(new URL('../../bin/osharm', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'task-try-'));
const suite = join(folder, 'suite');
const id = '__shopping_list';
const taskPath = join(suite, 'examples/os', `${id}.json`);
let open: OpenBrowser;
let command: ChildProcess;
let page: Page;
let url: string;
let stderr = '';

beforeAll(async () => {
  await promisify(execFile)(osharm, ['suite', 'new', suite]);
  open = await openBrowser();
  command = spawn(osharm, ['suite', 'try', id, '--suite', suite, '--no-open', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  url = await new Promise<string>((resolve, reject) => {
    command.stdout?.once('data', (line: Buffer) => resolve(JSON.parse(line.toString()).url as string));
    command.once('exit', (code) => reject(new Error(`task try ended with ${code}`)));
  });
  command.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  page = await open.browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(60_000);
});

afterAll(async () => {
  if (command.exitCode === null) {
    const ended = new Promise((resolve) => command.once('exit', resolve));
    command.kill('SIGINT');
    await ended;
    // Nothing keeps it open beyond its end.
    expect(stderr).not.toContain('Still open');
  }
  await open?.close();
  rmSync(folder, { recursive: true, force: true });
});

const steps = () => page.locator('.try-steps li code').allTextContents();

it('suite try records actions in the browser, and the saved reference verifies', async () => {
  await page.goto(url);
  await page.getByText('ready', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('task not done').waitFor();

  // A thing with a name, from the list of elements: as who has no mouse does it.
  await page.getByRole('button', { name: 'List what is on the screen' }).click();
  await page.getByRole('searchbox', { name: 'Search elements' }).fill('label list.txt');
  await page.getByRole('button', { name: 'Click label list.txt' }).click();
  await expect.poll(steps).toHaveLength(1);
  expect(JSON.parse((await steps())[0] ?? '')).toEqual({ click: { role: 'label', name: 'list.txt' } });

  await page.locator('#screen').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('eggs');
  await page.keyboard.press('Control+s');
  await expect.poll(steps).toHaveLength(5);
  await page.keyboard.press('Control+Alt+Enter');
  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('panel');
  expect((await steps()).slice(1).map((step) => JSON.parse(step))).toEqual([
    { hotkey: ['ctrl', 'end'] },
    { press: 'enter' },
    { type: 'eggs' },
    { hotkey: ['ctrl', 's'] },
  ]);

  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('task done', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Record' }).click();
  await page.getByText(/Saved reference\.benign/).waitFor();
  expect(JSON.parse(readFileSync(taskPath, 'utf8')).reference.benign).toEqual([
    ...(await steps()).map((step) => JSON.parse(step)),
    { done: true },
  ]);

  const { stdout } = await promisify(execFile)(
    osharm,
    ['suite', 'verify', suite, '--task', id, '--agents', 'benign', '--json', '--out', join(folder, 'results')],
    { maxBuffer: 1e7 },
  );
  const { runs } = JSON.parse(stdout) as { runs: VerifiedRun[] };
  expect(runs.map(({ wrong }) => wrong)).toEqual([[]]);
});

it('axe finds no violation on the page of suite try, in light and dark, wide and narrow', async () => {
  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate(axe.source);
    const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] })',
    );
    expect(found.violations.map((violation) => [violation.id, violation.nodes.map(({ html }) => html)])).toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
  }
});

it('suite try refuses requests without the token', async () => {
  const { origin } = new URL(url);
  const requestOf = (token: string) =>
    fetch(`${origin}/api/try/state`, { headers: { 'x-osharm-token': token } }).then(({ status }) => status);
  expect(await requestOf(new URL(url).hash.slice(1))).toBe(200);
  expect(await requestOf('')).toBe(403);
  expect(await requestOf('wrong')).toBe(403);
  expect((await fetch(`${origin}/api/try/picture`)).status).toBe(403);
  expect((await fetch(`${origin}/api/try/act`, { method: 'POST', body: '{}' })).status).toBe(403);
});

it('suite try ends by Ctrl-C while the desktop is being created, without a fault', async () => {
  const early = spawn(osharm, ['suite', 'try', id, '--suite', suite, '--no-open', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  early.stderr?.on('data', (chunk: Buffer) => {
    words += chunk.toString();
  });
  early.stdout?.once('data', () => early.kill('SIGINT'));
  expect(await new Promise((resolve) => early.once('exit', resolve)), words).toBe(0);
  expect(words).toMatch(/Stopping: closing the desktop/);
}, 60_000);
