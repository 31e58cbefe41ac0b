import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MetricFault } from '../../../../../src/base/documents/metric-fault.ts';
import { computeMetric } from '../../../../../src/verdicts/osworld/evaluator/compute-metric.ts';
import { loadOsworld } from '../../../../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import { temporaryFolder } from '../../../../../test/run/temporary-suite.ts';

await loadOsworld();

const folder = temporaryFolder('text-in-picture');
const path = join(folder.path, 'ls.png');
const text = (wanted: string) => ({ type: 'text', text: wanted });
const call = (result: unknown, expected: unknown) =>
  computeMetric('compare_image_text', { result, expected, options: {}, rules: 'right' });

beforeAll(async () => {
  const lines = ['user@desktop:~$ ls', 'Desktop    Documents    Downloads    Music', 'user@desktop:~$'];
  const rows = lines.map(
    (line, at) =>
      `<text x="20" y="${60 + at * 40}" font-family="DejaVu Sans Mono" font-size="24" fill="#eeeeee">${line}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="220"><rect width="900" height="220" fill="#2d2d2d"/>${rows.join('')}</svg>`;
  writeFileSync(path, await sharp(Buffer.from(svg)).png().toBuffer());
});
afterAll(() => folder.remove());

it('text is found in a picture of a terminal, in upper or lower case', async () => {
  expect(await call(path, text(' Ls'))).toBe(1);
  expect(await call(path, text('documents'))).toBe(1);
  expect(await call(path, text('Pictures'))).toBe(0);
});

it('text-in-picture scores a missing file as wrong, and raises for a file that is not a picture and for another rule', async () => {
  expect(await call(null, text('x'))).toBe(0);
  writeFileSync(join(folder.path, 'no.png'), 'no picture');
  await expect(call(join(folder.path, 'no.png'), text('x'))).rejects.toThrow(MetricFault);
  await expect(call(path, { type: 'colour' })).rejects.toMatchObject({ blame: 'task' });
});
