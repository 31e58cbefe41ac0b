import { IMAGE, SELECTION } from './interfaces.ts';
import { stateAttributes } from './states.ts';
import type { TreeNode } from './tree-node.ts';
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

/** The whole tree as OSWorld's server writes it: no indentation, no XML declaration. */
export function treeXml(applications: readonly TreeNode[]): string {
  if (applications.length === 0) return `<${ROOT}/>`;
  return `<${ROOT}>${applications.map(nodeXml).join('')}</desktop-frame>`;
}

function nodeXml(node: TreeNode): string {
  const tag = node.tag ?? 'unknown';
  let start = `<${tag} name="${escapeAttribute(node.name)}"${stateAttributes(node.states, node.moreStates)}${node.attributes}${node.extents}`;
  if ((node.interfaces & IMAGE) !== 0) start += ' image="true"';
  if ((node.interfaces & SELECTION) !== 0) start += ' selection="true"';
  if (node.value) start += ` val:value="${node.value}"`;
  if (node.limits)
    start += node.limits.map((limit, at) => (limit ? ` val:${LIMIT_NAMES[at]}="${limit}"` : '')).join('');
  start += node.actions;
  let inside = node.text === '' ? '' : escapeText(node.text);
  for (const child of node.children) if (child) inside += nodeXml(child);
  return inside === '' ? `${start}/>` : `${start}>${inside}</${tag}>`;
}
