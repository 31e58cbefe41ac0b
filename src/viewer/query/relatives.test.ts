import { expect, it } from 'vitest';
import type { IndexedRun } from '../index/indexed-run.ts';
import { relativesOf } from './relatives.ts';

const run = (id: string, more: Partial<IndexedRun> = {}) =>
  ({
    ...{ id, directory: `/r/${id}`, sweep: 's', taskId: 'a', domain: 'os', model: 'm', injection: null, repeat: 1 },
    ...{ branch: null, judgments: new Map() },
    ...more,
  }) as IndexedRun;

it('names the recorded run and the branches off it first, by step', () => {
  const parent = run('parent');
  const branch = (id: string, step: number, state: 'same' | 'diverged') =>
    run(id, { branch: { parent: '/r/parent', step, state }, model: id === 'other' ? 'n' : 'm' });
  const all = [run('twin', { model: 'n' }), branch('late', 5, 'diverged'), parent, branch('other', 2, 'same')];
  expect(relativesOf(parent, all, null).map(({ id, relation }) => [id, relation])).toEqual([
    ['other', 'branch at step 2, same state'],
    ['late', 'branch at step 5, another state'],
    ['twin', 'other model'],
  ]);
  const [first] = relativesOf(all[1] as IndexedRun, all, null);
  expect(first).toMatchObject({ id: 'parent', relation: 'recorded run, branched off at step 5, another state' });
});
