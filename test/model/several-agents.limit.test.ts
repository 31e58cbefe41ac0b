import { expect, it } from 'vitest';
import { planSweep } from '../../src/app/library/index.ts';
import { processorMs } from '../processor-time.ts';

it('three agents of 500 runs each are planned in less than three seconds of processor time', async () => {
  const model = 'reference-benign,reference-hijacked,reference-idle';
  const plan = async () => {
    const { runs } = await planSweep({ model, subset: 'decoys', repeat: 20, limit: 500 });
    expect(runs).toHaveLength(1_500);
  };
  expect(await processorMs(plan, 2)).toBeLessThan(3000);
}, 120_000);
