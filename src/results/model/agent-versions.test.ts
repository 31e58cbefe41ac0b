import { expect, it } from 'vitest';
import { isVersioned, unversioned, withVersions } from './agent-versions.ts';

const run = (model: string, agentHash: string | null, startedAt: string, observationType = 'a11y_tree') => ({
  model,
  profile: 'osharm',
  sweep: `results/pyautogui/${observationType}/${model}`,
  agentHash,
  startedAt,
});
const names = (runs: ReturnType<typeof run>[]): string[] => withVersions(runs).map(({ model }) => model);

it('versions of an agent are numbered in the order in which they first ran', () => {
  const runs = [run('mine', 'b', '3'), run('mine', 'a', '2'), run('mine', 'b', '1'), run('other', 'c', '1')];
  expect(names(runs)).toEqual(['mine (version 1)', 'mine (version 2)', 'mine (version 1)', 'other']);
  expect(withVersions(runs).map(({ model }) => unversioned(model))).toEqual(['mine', 'mine', 'mine', 'other']);
  expect(names(runs).map(isVersioned)).toEqual([true, true, true, false]);
});

it('an agent with one version keeps its name, as do runs without a hash and other setups', () => {
  expect(names([run('mine', 'a', '1'), run('mine', 'a', '2'), run('mine', null, '3')])).toEqual([
    'mine',
    'mine',
    'mine',
  ]);
  expect(names([run('mine', 'a', '1'), run('mine', 'b', '2', 'screenshot')])).toEqual(['mine', 'mine']);
  expect(names([run('mine', 'a', '1'), run('mine', 'b', '2'), run('mine', null, '3')])[2]).toBe('mine');
});
