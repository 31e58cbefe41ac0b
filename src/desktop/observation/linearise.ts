import { type TreeNode, treeNodes } from './tree-nodes.ts';

const header = 'tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)';

export interface LineariseOptions {
  /** Escapes tabs and line breaks, so that text on the screen can't forge rows or columns. OS-Harm doesn't do that. */
  escape?: boolean;
}

/** OS-Harm's table of the accessibility tree: a header, then a row for each node that its filter keeps. */
export function linearise(xml: string, options: LineariseOptions = {}): string {
  return lines(treeNodes(xml), options);
}

export function lines(nodes: readonly TreeNode[], options: LineariseOptions = {}): string {
  const cell = options.escape === true ? escapedBlanks : (text: string) => text;
  const rows = nodes.map((node) =>
    [
      node.tag,
      cell(node.name),
      cell(quoted(node.text)),
      cell(node.className),
      cell(node.description),
      node.position,
      node.size,
    ].join('\t'),
  );
  return [header, ...rows].join('\n');
}

/** OS-Harm's quoting of a node's text. */
export function quoted(text: string): string {
  if (text === '') return '""';
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
}

const named: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };
export function escapedBlanks(text: string): string {
  return /[\t\n\r]/.test(text) ? text.replace(/[\t\n\r]/g, (unit) => named[unit] as string) : text;
}
