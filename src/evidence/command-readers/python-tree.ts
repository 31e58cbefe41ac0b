import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/python';

/** Longer sources are not read, nor ones that keep the parser busy for more moves than this (60,000 are some tenths of a second). */
const longest = 200_000;
const mostMoves = 60_000;

/** The syntax tree of a Python source by a real grammar, which mends what is broken; null where it is too large. Never runs the code. */
export function pythonTree(source: string): Tree | null {
  if (source.length > longest) return null;
  const parse = parser.startParse(source);
  for (let moves = 0; moves < mostMoves; moves++) {
    const tree = parse.advance();
    if (tree !== null) return tree;
  }
  return null;
}

/** The children of a node, comments left out. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.name !== 'Comment') children.push(child);
  return children;
}
