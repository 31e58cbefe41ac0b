/** Lines of a tree that are new, and that are gone, each in the tree's order; places on the screen are not compared. */
export function treeChange(before: string, after: string): { added: string[]; removed: string[] } {
  const old = counted(before);
  const now = counted(after);
  return { added: surplus(after, old), removed: surplus(before, now) };
}

/** A line without its last columns (position and size move with every scroll). */
function bare(line: string): string {
  return line.replace(/\t\(-?\d+, -?\d+\)/g, '').trimEnd();
}

function counted(tree: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of tree.split('\n')) counts.set(bare(line), (counts.get(bare(line)) ?? 0) + 1);
  return counts;
}

function surplus(tree: string, other: ReadonlyMap<string, number>): string[] {
  const left = new Map(other);
  return tree.split('\n').flatMap((line) => {
    const text = bare(line);
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0 || text.trim() === '' ? [] : [text];
  });
}
