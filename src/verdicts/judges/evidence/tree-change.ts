import { nextTurn } from '../../../base/event-loop.ts';

/** Lines of a tree that are new, and that are gone, each in the tree's order; places on the screen are not compared. */
export interface TreeChange {
  added: string[];
  removed: string[];
}

/** Lines that came and went from one tree to another, places on the screen left out. */
export function treeChange(before: string, after: string): TreeChange {
  return between(bareLines(before), bareLines(after));
}

/** From each tree to the next one. Trees are large: others have their turn between two of them. */
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

/** Lines without position and size, which move with every scroll. */
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
