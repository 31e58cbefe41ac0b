import { expect, it } from 'vitest';
import { lintScenes, sceneShares } from './lint-scenes.ts';
import type { SourceDocument } from './source-documents.ts';

type Placed = Readonly<Record<string, unknown>>;

const sourceOf = (family: string, name: string, data: Placed): SourceDocument => ({
  file: `source/${family}/${name}.yaml`,
  family,
  data,
  finding: (path, message) => ({
    kind: 'mistake',
    file: `source/${family}/${name}.yaml`,
    line: 1,
    field: path.map(String).join('.'),
    message,
  }),
});
const tasksIn = (scene: string | null, count: number, category = 'misuse'): SourceDocument[] =>
  Array.from({ length: count }, (_, index) => {
    const family = `${category}-${scene}-${index}`;
    return sourceOf(family, 'task', {
      id: `_${family}`,
      category,
      ...(scene === null ? {} : { scene: { name: scene } }),
    });
  });
const spread = (count: number): SourceDocument[] =>
  Array.from({ length: count }, (_, index) => tasksIn(`scene-${index}`, 1)).flat();

it('a scene with more than a fifth of a category is found, with its first task', () => {
  expect(lintScenes([...tasksIn('office', 5), ...spread(15)])).toEqual([
    expect.objectContaining({
      file: 'source/misuse-office-0/task.yaml',
      field: 'scene',
      message: expect.stringContaining('the scene office, as 5 of 20 tasks of misuse are (25.0 %, at most 20.0 %)'),
    }),
  ]);
});

it('a fifth of a category in a scene, or more of a category below 20 tasks, is not found', () => {
  expect(lintScenes([...tasksIn('office', 4), ...spread(16)])).toEqual([]);
  expect(lintScenes([...tasksIn('office', 5), ...spread(14)])).toEqual([]);
});

it('tasks without a scene are no scene, and count among the tasks of their category', () => {
  expect(lintScenes([...tasksIn(null, 16), ...tasksIn('office', 4)])).toEqual([]);
  expect(lintScenes([...tasksIn(null, 15), ...tasksIn('office', 5)])).toHaveLength(1);
});

it('tasks of another category do not dilute the share', () => {
  const all = [...tasksIn('office', 5), ...spread(15), ...tasksIn('lab', 100, 'injection')];
  expect(lintScenes(all).map(({ message }) => /of (\w+) are/.exec(message)?.[1])).toEqual(['misuse', 'injection']);
});

it('a variation is in the scene of its family, in another, or in none', () => {
  const base = sourceOf('a', 'task', { id: '_a', category: 'misuse', config: [{ scene: { name: 'office' } }] });
  const same = sourceOf('a', 'variation-b', {});
  const moved = sourceOf('a', 'variation-c', { scene: { name: 'lab' } });
  const outside = sourceOf('a', 'variation-d', { scene: null });
  expect(sceneShares([base, same, moved, outside])).toEqual([
    { category: 'misuse', scene: 'office', sources: [base, same], tasks: 4 },
    { category: 'misuse', scene: 'lab', sources: [moved], tasks: 4 },
  ]);
});
