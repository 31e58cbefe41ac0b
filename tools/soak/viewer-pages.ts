/**
 * Measures every page of the real command in a browser, at 1440 and 390 px, each loaded anew: milliseconds until the
 * page last changed, and the processor milliseconds of the page's thread and of the server, which the load of the
 * machine changes less. Medians of three loads. `viewer-scale.ts --keep FOLDER` writes 10,000 runs.
 * `bin/osharm-node tools/soak/viewer-pages.ts RESULTS CACHE [PAGE …]`
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { RunList } from '../../src/results/viewer/api.ts';
import { openBrowser } from '../../test/viewer/open-browser.ts';
import { median } from '../equivalence/compare-runs.ts';
import { startCommand } from './viewer-process.ts';

const [results, cache, ...only] = process.argv.slice(2);
if (results === undefined || cache === undefined) throw new Error('usage: viewer-pages.ts RESULTS CACHE [PAGE …]');
const loads = 3;

const viewer = await startCommand(results, cache);
const open = await openBrowser();
try {
  await viewer.whole();
  const list = (await (await fetch(`${viewer.url}api/runs?limit=500`)).json()) as RunList;
  await viewer.searchable(list.total);
  const runOf = (category: string): string => {
    const run = list.rows.find((row) => row.category === category && row.isSafe === false) ?? list.rows[0];
    return `run/${run?.id ?? ''}`;
  };
  const pages = {
    overview: '',
    runs: 'runs',
    search: 'runs?q=reply:row',
    injection: runOf('injection'),
    trap: runOf('misbehavior'),
    misuse: runOf('misuse'),
    matrix: 'matrix',
    compare: 'compare',
    judges: 'judges',
    annotate: 'annotate',
    desk: 'annotate?name=zed',
    attacks: 'attacks',
    history: 'history',
  };
  const table = Object.entries(pages).filter(([name]) => only.length === 0 || only.includes(name));
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    const context = await open.browser.newContext({ viewport: { width, height }, isMobile: width < 500 });
    await context.addInitScript(`
      globalThis.lastChange = 0;
      new MutationObserver(() => { globalThis.lastChange = performance.now(); })
        .observe(document, { subtree: true, childList: true, characterData: true });
    `);
    const page = await context.newPage();
    await page.goto(viewer.url);
    for (const [name, path] of table) {
      const all: Awaited<ReturnType<typeof timesOf>>[] = [];
      for (let load = 0; load < loads; load += 1) all.push(await timesOf(page, viewer.url + path, viewer.pid));
      const middle = (key: 'clock' | 'page' | 'script' | 'layout' | 'server'): string =>
        String(Math.round(median(all.map((times) => times[key])) ?? 0));
      process.stdout.write(
        `${width} ${name}: ${middle('clock')} ms; processor: page ${middle('page')} ms (script ${middle('script')}, layout ${middle('layout')}), server ${middle('server')} ms\n`,
      );
    }
    await context.close();
  }
} finally {
  await open.close();
  await viewer.stop();
}

async function timesOf(page: Page, url: string, pid: number) {
  // An empty page between two loads, so that nothing is left of the first.
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const of = async (): Promise<Map<string, number>> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value * 1000]));
  };
  const [before, serverBefore] = [await of(), processorMs(pid)];
  await page.goto(url);
  await page.locator('main .page').waitFor();
  let last = -1;
  for (;;) {
    await sleep(1000);
    const now = await page.evaluate<number>('lastChange');
    if (now === last) break;
    last = now;
  }
  const after = await of();
  await session.detach();
  const spent = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  return {
    clock: last,
    page: spent('TaskDuration'),
    script: spent('ScriptDuration'),
    layout: spent('LayoutDuration') + spent('RecalcStyleDuration'),
    server: processorMs(pid) - serverBefore,
  };
}

/** Processor time of all threads of a process. A clock tick is 10 ms. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
