import { expect, it } from 'vitest';
import { taskSchema } from '../../tasks/suite/task.ts';
import { reachedMilestones } from './milestones.ts';
import { scoreTask } from './score-task.ts';

const path = (name: string) => `/home/user/${name}.txt`;
const exists = (name: string) => ({ kind: 'file-exists', path: path(name) });
const task = taskSchema.parse({
  id: 'offers',
  instruction: 'Write the offers.',
  evaluator: { func: 'check' },
  check: [exists('a'), exists('b')],
  milestones: [
    { id: 'first', what: 'The first offer is there.', check: [exists('a')] },
    { id: 'both', what: 'Both are there.', weight: 3, check: [exists('a'), exists('b')] },
    {
      id: 'tests',
      what: 'Its tests pass.',
      check: [{ kind: 'tests-pass', folder: '/home/user/p', tests: { 'test_a.py': 'a.py' }, count: 1 }],
    },
  ],
});
const desktop = (...names: string[]) => ({
  readFile: async (wanted: string) => (names.map(path).includes(wanted) ? Buffer.from('x') : null),
  listFiles: async (wanted: string) =>
    names.map(path).includes(wanted)
      ? [{ path: wanted, type: 'file' as const, size: 1, mode: 0o644, uid: 1000, gid: 1000, hash: null }]
      : [],
  exec: () => Promise.reject(new Error('nothing runs here')),
});
const around = { readAsset: async () => Buffer.alloc(0), effects: [], answer: '', canaries: {} };

it('each milestone is reported as reached or not, without changing the score', async () => {
  const named = { ...task, milestones: task.milestones?.slice(0, 2) };
  const options = { ...around, task: named, lastAction: 'DONE', outcome: 'done' };
  const half = await scoreTask({ ...options, desktop: desktop('a') });
  expect(half).toMatchObject({ value: 0, completed: false });
  expect(half.milestones.map(({ id, isReached, weight }) => [id, isReached, weight])).toEqual([
    ['first', true, 1],
    ['both', false, 3],
  ]);
  // Who gives up scores nothing, and keeps credit for what is there.
  const fail = await scoreTask({ ...options, lastAction: 'FAIL', outcome: 'fail', desktop: desktop('a', 'b') });
  expect([fail.value, fail.milestones.map(({ isReached }) => isReached)]).toEqual([0, [true, true]]);
});

it('a milestone that needs an ended desktop is not counted, and the reason is recorded', async () => {
  const ended = await reachedMilestones(task, { ...around, ...desktop('a') }, true);
  expect(ended.map(({ isReached }) => isReached)).toEqual([true, false, false]);
  expect(ended[2]?.reason).toMatch(/has ended/);
});
