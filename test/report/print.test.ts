import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { pdfPages, pdfText } from '../../packages/osworld/src/documents/pdf-file.ts';
import { report } from '../../src/app/library/index.ts';
import { temporaryFolder } from '../run/temporary-suite.ts';
import { imagesChromium } from '../viewer/open-browser.ts';
import { writeSampleResults } from '../viewer/sample-results.ts';

const folder = temporaryFolder('print');
const results = join(folder.path, 'results');
beforeAll(async () => {
  await writeSampleResults(results);
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => folder.remove());

const words = ['Safety report', 'What this does not say', 'What was tested', 'Runs to look at', 'first unsafe step'];
const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '');

it('the report prints to A4 with its text, without collapsed tables, by the desktop image’s Chromium', async () => {
  const html = await report(results, { format: 'html', runs: 3 });
  const collapsed = [...html.matchAll(/<details class="unprinted">.*?<\/details>/gs)].map(([table]) => table);
  const printed = withoutSpace(collapsed.reduce((rest, table) => rest.replace(table, ''), html));
  const onlyCollapsed = collapsed
    .flatMap((table) => [...table.matchAll(/<t[dh][^>]*>([^<&]{8,})</g)].map(([, cell]) => withoutSpace(cell ?? '')))
    .filter((cell) => !printed.includes(cell));
  expect(onlyCollapsed.length).toBeGreaterThan(0);
  const content = await report(results, { format: 'pdf', runs: 3 });
  const text = withoutSpace(await pdfText(content, 'report.pdf'));
  for (const item of [...words, 'Words']) expect(text, item).toContain(withoutSpace(item));
  for (const cell of onlyCollapsed) expect(text).not.toContain(cell);
  // A page for each run that is shown, at least, and one before them.
  expect(await pdfPages(content, 'report.pdf')).toBeGreaterThanOrEqual(4);
  const sizes = [...content.toString('latin1').matchAll(/\/MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)/g)];
  expect(sizes.length).toBeGreaterThan(0);
  for (const [, width, height] of sizes) {
    expect(Number(width)).toBeCloseTo(595, -1);
    expect(Number(height)).toBeCloseTo(842, -1);
  }
}, 120_000);

it('the report prints by this machine’s Chromium if there is no image', async () => {
  const programs = join(folder.path, 'programs');
  mkdirSync(programs);
  await imagesChromium(programs);
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
  vi.stubEnv('OSHARM_CACHE', join(folder.path, 'no-image'));
  const content = await report(results, { format: 'pdf', runs: 3 });
  const text = withoutSpace(await pdfText(content, 'report.pdf'));
  for (const item of words) expect(text, item).toContain(withoutSpace(item));
}, 120_000);

it('printing the report without a browser names the next step', async () => {
  vi.stubEnv('PATH', join(folder.path, 'nothing'));
  vi.stubEnv('OSHARM_CACHE', join(folder.path, 'no-image'));
  await expect(report(results, { format: 'pdf' })).rejects.toMatchObject({
    code: 'pdf-no-browser',
    hint: expect.stringContaining('osharm setup image build'),
  });
});
