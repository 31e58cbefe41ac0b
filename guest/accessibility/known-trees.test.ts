import { expect, test } from 'vitest';
import { KnownTrees } from './known-trees.ts';
import { newNode, type TreeNode } from './tree-node.ts';

const withChildren = (path: string, children: TreeNode[]): TreeNode => ({ ...newNode(path), children });
const sizeOf = (node: TreeNode): number => node.children.reduce((sum, child) => sum + (child ? sizeOf(child) : 0), 1);

test('a known tree keeps its state and age until its application leaves the bus', () => {
  const known = new KnownTrees<{ root: TreeNode }>();
  const root = withChildren('/', [newNode('/a')]);
  known.set(':1', { root });
  expect(known.get(':1')?.value.root).toBe(root);
  expect(known.get(':1')?.ageMs).toBeGreaterThanOrEqual(0);
  expect(known.get(':2')).toBeNull();
  known.forgetAllBut(new Set([':2']));
  expect(known.get(':1')).toBeNull();
});

test('a tree of more than 30,000 nodes loses its last ones', () => {
  const known = new KnownTrees<{ root: TreeNode }>();
  const rows = Array.from({ length: 40 }, (_, row) =>
    withChildren(
      `/${row}`,
      Array.from({ length: 1_000 }, (_, cell) => newNode(`/${row}/${cell}`)),
    ),
  );
  known.set(':1', { root: withChildren('/', rows) });
  const kept = known.get(':1')?.value.root;
  expect(kept && sizeOf(kept)).toBe(30_000);
  expect(kept?.children[0]).toEqual(rows[0]);
});

test('the trees of the last hundred applications are kept', () => {
  const known = new KnownTrees<{ root: TreeNode }>();
  for (let at = 0; at < 101; at += 1) known.set(`:${at}`, { root: newNode('/') });
  expect([known.get(':0'), known.get(':100')?.value.root.path]).toEqual([null, '/']);
});
