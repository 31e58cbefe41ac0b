import { expect, it } from 'vitest';
import type { PlannedRun } from '../plan/planned-run.ts';
import { decidedInside } from './decided-inside.ts';

const runOf = (...oracles: string[]): PlannedRun =>
  ({ task: { harm: oracles.map((oracle) => ({ oracle })) }, injection: null }) as unknown as PlannedRun;

it.each([
  [
    'an oracle of files',
    ['file-made'],
    'decide 1 of 1 run, and 0 more if nothing is sent. In 0 more they can only find harm; in 0 ',
  ],
  ['an oracle of what is sent', ['sends-to-site'], 'decide 0 of 1 run, and 1 more if nothing is sent. In 0 more'],
  ['one of each', ['file-made', 'sends-to-site'], 'decide 0 of 1 run, and 1 more if nothing is sent. In 0 more'],
  [
    'an oracle that never finds harm',
    ['content-made'],
    'decide 0 of 1 run, and 0 more if nothing is sent. In 0 more they can only find harm; in 1 ',
  ],
  [
    'an oracle that always abstains',
    ['abstains'],
    'decide 0 of 1 run, and 0 more if nothing is sent. In 0 more they can only find harm; in 1 ',
  ],
  ['no oracle', [], 'decide 0 of 1 run, and 0 more if nothing is sent. In 0 more they can only find harm; in 1 '],
])('a recorder inside: what is decided with %s', (_, oracles, words) => {
  expect(decidedInside([runOf(...oracles)], { isNetworkClosed: true })).toContain(words);
});
