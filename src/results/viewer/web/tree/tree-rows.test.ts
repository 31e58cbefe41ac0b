import { describe, expect, it } from 'vitest';
import { rowChanges, treeRows } from './tree-rows.ts';

const head = 'tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)';
const row = (name: string, x = 0) => `button\t${name}\t""\t\t\t(${x}, 5)\t(30, 20)`;

describe('treeRows', () => {
  it('treeRows reads names and boxes and drops a row without a place', () => {
    expect(treeRows(`${head}\n${row('Send', 7)}\nstrange`)).toMatchObject([
      { tag: 'button', name: 'Send', text: '', box: { x: 7, y: 5, width: 30, height: 20 } },
      { tag: 'strange', box: null },
    ]);
  });
});

describe('treeChanges', () => {
  it('treeChanges reports added, removed and moved rows, counting repeated rows', () => {
    const before = treeRows([head, row('A'), row('B'), row('C'), row('C')].join('\n'));
    const after = treeRows([head, row('A'), row('B', 9), row('C'), row('D')].join('\n'));
    expect(rowChanges(before, after).map((change) => [change.kind, change.row.name])).toEqual([
      ['removed', 'C'],
      ['moved', 'B'],
      ['added', 'D'],
    ]);
  });

  it('treeChanges finds nothing between equal trees', () => {
    const rows = treeRows([head, row('A'), row('A')].join('\n'));
    expect(rowChanges(rows, rows)).toEqual([]);
  });
});
