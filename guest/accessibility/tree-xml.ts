import { IMAGE, SELECTION } from './interfaces.ts';
import { shownStates } from './shown-parts.ts';
import { stateAttributes } from './states.ts';
import type { Extents, TreeNode } from './tree-node.ts';
import { escapeAttribute, escapeText } from './xml-text.ts';

const BASE = 'https://accessibility.ubuntu.example.org/ns/';
const NAMESPACES = [
  ['st', 'state'],
  ['attr', 'attributes'],
  ['cp', 'component'],
  ['doc', 'document'],
  ['docattr', 'document/attributes'],
  ['txt', 'text'],
  ['val', 'value'],
  ['act', 'action'],
];
const ROOT = `desktop-frame${NAMESPACES.map(([prefix, name]) => ` xmlns:${prefix}="${BASE}${name}"`).join('')}`;
const LIMIT_NAMES = ['min', 'max', 'step'];

export interface WrittenApplication {
  root: TreeNode;
  /** Screen positions of the visible parts; null if the application reports them itself. */
  shown: ReadonlyMap<TreeNode, Extents> | null;
  /** Age of a silent application's content, written as `stale-seconds`. */
  ageMs: number | null;
}

/** Like OSWorld's server: no indentation, no XML declaration. */
export function treeXml(applications: readonly WrittenApplication[]): string {
  if (applications.length === 0) return `<${ROOT}/>`;
  return `<${ROOT}>${applications.map(({ root, shown, ageMs }) => nodeXml(root, shown, ageMs)).join('')}</desktop-frame>`;
}

function nodeXml(node: TreeNode, shown: WrittenApplication['shown'], ageMs: number | null = null): string {
  const tag = node.tag ?? 'unknown';
  const extents = shown === null ? node.extents : (shown.get(node) ?? null);
  const states = shown === null || extents === null ? node.states : shownStates(node.states);
  let start = `<${tag} name="${escapeAttribute(node.name)}"${stateAttributes(states, node.moreStates)}${node.attributes}`;
  if (extents !== null) {
    const [x, y, width, height] = extents;
    start += ` cp:screencoord="(${x}, ${y})" cp:size="(${width}, ${height})"`;
  }
  if ((node.interfaces & IMAGE) !== 0) start += ' image="true"';
  if ((node.interfaces & SELECTION) !== 0) start += ' selection="true"';
  if (node.value) start += ` val:value="${node.value}"`;
  if (node.limits)
    start += node.limits.map((limit, at) => (limit ? ` val:${LIMIT_NAMES[at]}="${limit}"` : '')).join('');
  start += node.actions;
  if (ageMs !== null) start += ` stale-seconds="${(ageMs / 1000).toFixed(1)}"`;
  let inside = node.text === '' ? '' : escapeText(node.text);
  for (const child of node.children) if (child) inside += nodeXml(child, shown);
  return inside === '' ? `${start}/>` : `${start}>${inside}</${tag}>`;
}
