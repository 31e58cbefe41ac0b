import { expect, it } from 'vitest';
import { overload } from './print-plan.ts';

it('a plan warns of more desktops than the cores can run', () => {
  const request = (parallel: number, provider = 'sandbox') => ({ parallel, settings: { provider } });
  expect(overload(request(8), 2)).toEqual([]);
  expect(overload(request(500, 'docker'), 2)).toEqual([]);
  expect(overload({ ...request(500), desktops: ['lab.json'] }, 2)).toEqual([]);
  expect(overload(request(500), 2)).toEqual([
    expect.stringMatching(/^Warning: 500 desktops at a time .* 2 cores .* about 8/),
  ]);
});
