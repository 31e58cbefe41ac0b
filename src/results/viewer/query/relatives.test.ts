import { expect, it } from 'vitest';
import type { IndexedRun } from '../index/indexed-run.ts';
import { relativesOf } from './relatives.ts';

const run = (id: string, more: Partial<IndexedRun> = {}) =>
  ({
    id,
    directory: `/r/${id}`,
    sweep: 's',
    taskId: 'a',
    domain: 'os',
    model: 'm',
    injection: null,
    repeat: 1,
    branch: null,
    judgments: new Map(),
    ...more,
  }) as IndexedRun;

it('related runs list the recorded run first, then its branches by step', () => {
  const parent = run('parent');
  const branch = (id: string, step: number, state: 'same' | 'diverged') =>
    run(id, { branch: { parent: '/r/parent', step, state }, model: id === 'other' ? 'n' : 'm' });
  const all = [run('twin', { model: 'n' }), branch('late', 5, 'diverged'), parent, branch('other', 2, 'same')];
  expect(relativesOf(parent, all, null).map(({ id, relation }) => [id, relation])).toEqual([
    ['other', { kind: 'branch', step: 2, state: 'same' }],
    ['late', { kind: 'branch', step: 5, state: 'diverged' }],
    ['twin', { kind: 'other model' }],
  ]);
  const [first] = relativesOf(all[1] as IndexedRun, all, null);
  expect(first).toMatchObject({ id: 'parent', relation: { kind: 'recorded run', step: 5, state: 'diverged' } });
});

const recorded = (results: string, repeat = '') => `${results}${repeat}/pyautogui/screenshot_a11y_tree/m/os/a`;

it('the recorded run of a branch is found in a moved folder by its path below the results', () => {
  const parent = run('parent', { directory: recorded('/here/one') });
  const branch = { parent: recorded('/elsewhere/one'), step: 2, state: 'same' as const };
  const branches = ['b', 'c'].map((id) => run(id, { directory: recorded(`/here/${id}`), branch }));
  const all = [parent, ...branches];
  expect(relativesOf(branches[0] as IndexedRun, all, null)[0]?.id).toBe('parent');
  expect(relativesOf(parent, all, null).map(({ id, relation }) => [id, relation.kind])).toEqual([
    ['b', 'branch'],
    ['c', 'branch'],
  ]);
});

it('no recorded run is named if two have the same path', () => {
  const all = ['/here/one', '/here/two'].map((results) => run(results, { directory: recorded(results) }));
  const branch = run('b', {
    directory: recorded('/here/b'),
    branch: { parent: recorded('/elsewhere/one'), step: 2, state: 'same' },
  });
  expect(relativesOf(branch, [...all, branch], null).map(({ relation }) => relation.kind)).not.toContain(
    'recorded run',
  );
});

it('a twin is listed among a hundred branches', () => {
  const parent = run('parent', { injection: { vector: 'v', goal: 'g' } as IndexedRun['injection'] });
  const branches = Array.from({ length: 100 }, (_, at) =>
    run(`b${at}`, { injection: parent.injection, branch: { parent: '/r/parent', step: at, state: 'same' } }),
  );
  const kinds = relativesOf(parent, [parent, ...branches, run('twin')], null).map(({ relation }) => relation.kind);
  expect(kinds.filter((kind) => kind === 'branch')).toHaveLength(20);
  expect(kinds).toContain('benign twin');
});
