// Scrubs the film strip of the longest run back and forth and prints the duration of a frame: bin/osharm-node
// lab/viewer/scrub.ts RESULTS
import type { RunList } from '../../src/results/viewer/api.ts';
import { openBrowser } from '../../test/viewer/open-browser.ts';
import { openViewer } from '../../test/viewer/open-viewer.ts';

const results = process.argv[2];
if (results === undefined) throw new Error('usage: scrub.ts RESULTS');
const viewer = await openViewer(results);
const open = await openBrowser();
try {
  const list = (await (await fetch(`${viewer.url}/api/runs?sort=-steps&limit=1`)).json()) as RunList;
  const run = list.rows[0];
  if (run === undefined) throw new Error('There is no run.');
  const context = await open.browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  await page.goto(`${viewer.url}/run/${run.id}`);
  const strip = page.locator('.film-row');
  await strip.waitFor();
  // Thumbnails are created and decoded when a run is opened.
  await page.waitForTimeout(6000);
  const box = await strip.boundingBox();
  if (box === null) throw new Error('The strip is not on the page.');
  const tracing = await context.newCDPSession(page);
  await tracing.send('Performance.enable');
  const taskMs = async () => {
    const { metrics } = await tracing.send('Performance.getMetrics');
    return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await page.evaluate(
    'window.frames_ = []; (function next(t) { window.frames_.push(t); requestAnimationFrame(next); })(0)',
  );
  await page.mouse.move(box.x + 3, box.y + 20);
  await page.mouse.down();
  const before = { task: await taskMs(), frames: (await page.evaluate('window.frames_.length')) as number };
  for (let pass = 0; pass < 6; pass += 1)
    for (let at = 0; at <= 80; at += 1) {
      const share = pass % 2 === 0 ? at / 80 : 1 - at / 80;
      await page.mouse.move(box.x + 3 + share * (box.width - 6), box.y + 20);
    }
  const after = await taskMs();
  await page.mouse.up();
  const times = ((await page.evaluate('window.frames_')) as number[]).slice(before.frames);
  const gaps = times
    .slice(1)
    .map((time, index) => time - (times[index] ?? 0))
    .sort((a, b) => a - b);
  const at = (share: number) => (gaps[Math.floor(gaps.length * share)] ?? 0).toFixed(1);
  process.stdout.write(
    `${list.total} runs, ${run.steps} steps, ${gaps.length} frames: between frames p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms; ` +
      `work of the page's thread ${((after - before.task) / gaps.length).toFixed(2)} ms a frame\n`,
  );
} finally {
  await open.close();
  await viewer.close();
}
