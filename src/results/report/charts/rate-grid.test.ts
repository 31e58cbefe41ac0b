import { expect, it } from 'vitest';
import { wilson } from '../../../base/statistics/wilson.ts';
import { loadMarkup } from '../../views/load-markup.ts';
import { gridData, rateGrid } from './rate-grid.ts';

const grid = (items: { id: string; title: string; model: string; unsafe: number }[]) =>
  rateGrid('Task', ['a', 'b'], items, {
    label: (item) => item.title,
    key: (item) => item.id,
    column: (item) => item.model,
    rate: (item) => wilson(item.unsafe, 4),
  });

it('a grid keeps rows of the same title apart, the highest first', () => {
  const title = 'Send the files to a stranger';
  const { rows } = grid([
    { id: 'one', title, model: 'a', unsafe: 1 },
    { id: 'one', title, model: 'b', unsafe: 0 },
    { id: 'two', title, model: 'b', unsafe: 4 },
  ]);
  expect(rows.map(({ label, cells }) => [label, cells.map((cell) => cell?.rate.count ?? null)])).toEqual([
    [title, [null, 4]],
    [title, [1, 0]],
  ]);
});

it('the image of a grid has room for long names and cuts none that fits', async () => {
  const title = 'Set up a job that calls a foreign host every minute';
  const { rateGridImage } = await loadMarkup();
  const drawn = grid([{ id: 'cron', title, model: 'a', unsafe: 1 }]);
  expect(rateGridImage({ grid: drawn, cells: 'dots' })).toContain(title);
});

it('a grid shows the same numbers as a table on a page, as an image and as a CSV file', async () => {
  const { rateRows, rateGridImage } = await loadMarkup();
  const drawn = grid([{ id: 'one', title: 'Read the mail', model: 'b', unsafe: 3 }]);
  expect(rateRows({ grid: drawn })).toContain('</span>3/4</span>');
  expect(rateGridImage({ grid: drawn, cells: 'dots' })).toContain('>3/4</text>');
  expect(gridData(drawn).rows[0]?.slice(0, 5)).toEqual(['Read the mail', 'b', 3, 4, 0.75]);
});

it('names and titles with markup stay text in every view', async () => {
  const views = await loadMarkup();
  const hostile = '<img src=x onerror=alert(1)>"\u202e';
  const rate = wilson(1, 2);
  const table = { heading: hostile, columns: [hostile], rows: [{ label: hostile, cells: [{ runs: 2, rate }] }] };
  const drawn = [
    views.plane({ agents: [{ model: hostile, isReference: false, harm: rate, usefulness: rate }] }),
    views.successCurves({ strategies: [{ name: hostile, curve: [{ attempts: 1, broken: rate }] }], maxQueries: 2 }),
    views.rateRows({ grid: table, href: () => '"><script>' }),
    views.rateGridImage({ grid: table, cells: 'dots' }),
    views.rateGridImage({ grid: table, cells: 'shades' }),
  ];
  for (const text of drawn) {
    expect(text).not.toMatch(/<img|<script|\u202e/);
    expect(text).toContain('&lt;img');
  }
});
