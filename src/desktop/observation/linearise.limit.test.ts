import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { linearise } from './linearise.ts';

it('linearise takes about 15 ms for 4,000 nodes', async () => {
  const xml = readFileSync(new URL('../../../test/golden/trees/gtk-and-calc.xml', import.meta.url), 'utf8');
  // The median is bench/step.ts's; here the quickest.
  expect(await processorMs(() => linearise(xml), 20)).toBeLessThan(100);
});
