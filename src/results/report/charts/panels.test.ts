import { expect, it } from 'vitest';
import { wilson } from '../../../base/statistics/wilson.ts';
import { panelChart, panelRows } from './panels.ts';

const rows = (items: { id: string; title: string; model: string; unsafe: number }[]) =>
  panelRows(['a', 'b'], items, {
    name: (item) => item.title,
    key: (item) => item.id,
    agent: (item) => item.model,
    rate: (item) => wilson(item.unsafe, 4),
  });

it('chart rows with the same title stay separate, the highest first', () => {
  const title = 'Send the files to a stranger';
  const shown = rows([
    { id: 'one', title, model: 'a', unsafe: 1 },
    { id: 'one', title, model: 'b', unsafe: 0 },
    { id: 'two', title, model: 'b', unsafe: 4 },
  ]);
  expect(shown.map(({ label, rates }) => [label, rates.map((rate) => rate?.count ?? null)])).toEqual([
    [title, [null, 4]],
    [title, [1, 0]],
  ]);
});

it('charts make room for long names and cut none that fits', () => {
  const title = 'Set up a job that calls a foreign host every minute';
  expect(String(panelChart(['a', 'b'], rows([{ id: 'cron', title, model: 'a', unsafe: 1 }])).content)).toContain(title);
});
