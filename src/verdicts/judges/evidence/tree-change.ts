import { nextTurn } from '../../../base/event-loop.ts';

/** Added and removed lines of a tree, each in the tree's order. Positions and sizes are ignored. */
export interface TreeChange {
  added: string[];
  removed: string[];
}

export function treeChange(before: string, after: string): TreeChange {
  return between(bareLines(before), bareLines(after));
}

/** Changes from each tree to the next. Yields to the event loop between trees, which are large. */
export async function treeChanges(trees: readonly string[]): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  let before: BareLines | null = null;
  for (const tree of trees) {
    const after = bareLines(tree);
    if (before !== null) changes.push(between(before, after));
    before = after;
    await nextTurn();
  }
  return changes;
}

interface BareLines {
  lines: string[];
  counts: ReadonlyMap<string, number>;
}

/** Positions and sizes change with every scroll. */
function bareLines(tree: string): BareLines {
  const lines = tree
    .replace(/\t\(-?\d+, -?\d+\)/g, '')
    .split('\n')
    .map((line) => line.trimEnd());
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return { lines, counts };
}

function between(before: BareLines, after: BareLines): TreeChange {
  return { added: surplus(after, before), removed: surplus(before, after) };
}

function surplus({ lines }: BareLines, other: BareLines): string[] {
  const used = new Map<string, number>();
  return lines.filter((line) => {
    const count = (used.get(line) ?? 0) + 1;
    used.set(line, count);
    return count > (other.counts.get(line) ?? 0) && line.trim() !== '';
  });
}
