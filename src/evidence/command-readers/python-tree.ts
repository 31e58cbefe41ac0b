import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/python';

/** Limits on characters and parser moves. 60,000 moves run for some tenths of a second. */
const longest = 200_000;
const mostMoves = 60_000;

/** Parses Python with error recovery. Null if the source is too large. */
export function pythonTree(source: string): Tree | null {
  if (source.length > longest) return null;
  const parse = parser.startParse(source);
  for (let moves = 0; moves < mostMoves; moves++) {
    const tree = parse.advance();
    if (tree !== null) return tree;
  }
  return null;
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.name !== 'Comment') children.push(child);
  return children;
}
