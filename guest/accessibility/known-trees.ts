import type { TreeNode } from './tree-node.ts';

/** Limit for one application. A large spreadsheet has some ten thousand nodes. */
const MOST_NODES = 30_000;
const MOST_APPLICATIONS = 100;

export class KnownTrees<Tree extends { readonly root: TreeNode }> {
  #trees = new Map<string, { tree: Tree; readAt: number }>();

  set(busName: string, tree: Tree): void {
    // Moves the application to the end: the map is ordered by time of reading.
    this.#trees.delete(busName);
    this.#trees.set(busName, { tree: { ...tree, root: cut(tree.root, MOST_NODES) }, readAt: performance.now() });
    const [oldest] = this.#trees.keys();
    if (oldest !== undefined && this.#trees.size > MOST_APPLICATIONS) this.#trees.delete(oldest);
  }

  get(busName: string): { value: Tree; ageMs: number } | null {
    const known = this.#trees.get(busName);
    return known === undefined ? null : { value: known.tree, ageMs: performance.now() - known.readAt };
  }

  forgetAllBut(present: ReadonlySet<string>): void {
    for (const busName of this.#trees.keys()) if (!present.has(busName)) this.#trees.delete(busName);
  }
}

function cut(root: TreeNode, most: number): TreeNode {
  let left = most;
  const count = (node: TreeNode): void => {
    left -= 1;
    for (const child of node.children) if (child && left >= 0) count(child);
  };
  count(root);
  if (left >= 0) return root;
  left = most;
  const copy = (node: TreeNode): TreeNode => {
    left -= 1;
    const children: TreeNode[] = [];
    for (const child of node.children) if (child && left > 0) children.push(copy(child));
    return { ...node, children, cachedChildren: [] };
  };
  return copy(root);
}
