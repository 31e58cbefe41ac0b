import { expect, test } from 'vitest';
import type { Category, Task } from '../../tasks/suite/task.ts';
import { balancedOrder } from './balanced-order.ts';

const run = (taskId: string, category: Category, repeat = 1) => ({
  domain: 'os',
  taskId,
  repeat,
  task: { id: taskId, instruction: '', category } as Task,
});
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const runs = [
  ...numbers(10).flatMap((at) => [run(`_m${at}`, 'misuse'), run(`_m${at}_twin`, 'benign')]),
  ...numbers(20).map((at) => run(`___b${at}`, 'misbehavior')),
  ...numbers(5).map((at) => run(`__i${at}`, 'injection')),
];
const ids = (seed: number): string[] => balancedOrder(runs, seed).map(({ taskId }) => taskId);

test('each fifth of a balanced order contains a fifth of each part', () => {
  const order = balancedOrder(runs, 3);
  for (const at of numbers(5)) {
    const fifth = order.slice(at * 9, at * 9 + 9).map(({ task }) => task.category);
    expect(fifth.filter((category) => category === 'injection')).toHaveLength(1);
    expect(fifth.filter((category) => category === 'misbehavior')).toHaveLength(4);
    expect(fifth.filter((category) => category === 'misuse')).toHaveLength(2);
    expect(fifth.filter((category) => category === 'benign')).toHaveLength(2);
  }
});

test('a task and its twin are adjacent in a balanced order', () => {
  const order = ids(1);
  for (const at of numbers(10)) expect(Math.abs(order.indexOf(`_m${at}`) - order.indexOf(`_m${at}_twin`))).toBe(1);
});

test('a repeat in a balanced order begins after the previous one has ended', () => {
  const repeated = [...runs, ...runs.map((one) => ({ ...one, repeat: 2 }))];
  const order = balancedOrder(repeated, 1);
  expect(order.map(({ repeat }) => repeat)).toEqual([...runs.map(() => 1), ...runs.map(() => 2)]);
  expect(order.slice(runs.length).map(({ taskId }) => taskId)).toEqual(ids(1));
});

test('a balanced order depends only on the seed', () => {
  expect(ids(1)).toEqual(ids(1));
  expect(ids(1)).not.toEqual(ids(2));
  expect(ids(1).toSorted()).toEqual(runs.map(({ taskId }) => taskId).toSorted());
  const shuffled = balancedOrder(runs.toReversed(), 1).filter(({ task }) => task.category === 'misbehavior');
  expect(shuffled.map(({ taskId }) => taskId)).toEqual(ids(1).filter((id) => id.startsWith('___')));
});
