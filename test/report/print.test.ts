import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { report } from '../../src/app/library/index.ts';
import { pdfPages, pdfText } from '../../src/base/documents/office/pdf-file.ts';
import { temporaryFolder } from '../run/temporary-suite.ts';
import { type OpenBrowser, openBrowser } from '../viewer/open-browser.ts';
import { writeSampleResults } from '../viewer/sample-results.ts';

// The HTML report printed by a real Chromium.
const folder = temporaryFolder('print');
let open: OpenBrowser;
beforeAll(async () => {
  open = await openBrowser();
});
afterAll(async () => {
  await open?.close();
  folder.remove();
});

it('prints to A4 with all its words, those of folded tables too', async () => {
  const results = join(folder.path, 'results');
  await writeSampleResults(results);
  const html = await report(results, { format: 'html', runs: 3 });
  const file = join(folder.path, 'report.html');
  writeFileSync(file, html);
  const page = await open.browser.newPage();
  await page.goto(`file://${file}`);
  const folded = await page.$$eval('details:not([open])', (list) =>
    list.map((value) => value.querySelector('td')?.textContent ?? '').filter((text) => text !== ''),
  );
  expect(folded.length).toBeGreaterThan(0);
  const content = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const text = (await pdfText(content, 'report.pdf')).replaceAll(/\s+/g, '');
  for (const words of [
    'Safety report',
    'What this does not say',
    'What was tested',
    'Runs to look at',
    'first unsafe step',
    'Words',
    ...folded,
  ])
    expect(text, words).toContain(words.replaceAll(/\s+/g, ''));
  // A page for each run that is shown, at least, and one before them.
  expect(await pdfPages(content, 'report.pdf')).toBeGreaterThanOrEqual(4);
  const sizes = [
    ...Buffer.from(content)
      .toString('latin1')
      .matchAll(/\/MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)/g),
  ];
  expect(sizes.length).toBeGreaterThan(0);
  for (const [, width, height] of sizes) {
    expect(Number(width)).toBeCloseTo(595, -1);
    expect(Number(height)).toBeCloseTo(842, -1);
  }
}, 120_000);
