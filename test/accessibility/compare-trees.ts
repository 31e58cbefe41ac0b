import { SaxesParser } from 'saxes';

export interface XmlNode {
  tag: string;
  attributes: [string, string][];
  text: string;
  children: XmlNode[];
}

/** Parses a tree strictly: a document that isn't well-formed throws. */
export function parseTree(xml: string): XmlNode {
  const top: XmlNode = { tag: '', attributes: [], text: '', children: [] };
  const open: XmlNode[] = [top];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: XmlNode = {
      tag: name,
      attributes: Object.entries(attributes as Record<string, string>),
      text: '',
      children: [],
    };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  const root = top.children[0];
  if (!root) throw new Error('no root element');
  return root;
}

export function countNodes(node: XmlNode): number {
  return node.children.reduce((sum, child) => sum + countNodes(child), 1);
}

export function attribute(node: XmlNode, name: string): string | undefined {
  return node.attributes.find(([key]) => key === name)?.[1];
}

/** Both numbers of `cp:screencoord` or `cp:size`, in pixels; zeros where the node has none. */
export function pairOf(node: XmlNode, name: 'cp:screencoord' | 'cp:size'): [number, number] {
  const [first, second] = (attribute(node, name) ?? '').match(/-?\d+/g) ?? [];
  return [Number(first ?? 0), Number(second ?? 0)];
}

/** All nodes that a test wants, in document order. */
export function findNodes(node: XmlNode, wanted: (node: XmlNode) => boolean, found: XmlNode[] = []): XmlNode[] {
  if (wanted(node)) found.push(node);
  for (const child of node.children) findNodes(child, wanted, found);
  return found;
}

/** What differs between two trees, node for node: tags, attributes with their order, texts, numbers of children. */
export function differences(peer: XmlNode, ours: XmlNode, place = '', found: string[] = []): string[] {
  const here = `${place}/${peer.tag}[${attribute(peer, 'name')?.slice(0, 30) ?? ''}]`;
  if (peer.tag !== ours.tag) found.push(`${here}: tag ${peer.tag} ≠ ${ours.tag}`);
  if (peer.text !== ours.text) found.push(`${here}: text ${JSON.stringify(peer.text)} ≠ ${JSON.stringify(ours.text)}`);
  const theirs = new Map(peer.attributes);
  const mine = new Map(ours.attributes);
  for (const key of new Set([...theirs.keys(), ...mine.keys()])) {
    if (theirs.get(key) !== mine.get(key)) found.push(`${here}: ${key} ${theirs.get(key)} ≠ ${mine.get(key)}`);
  }
  const order = (node: XmlNode): string => node.attributes.map(([key]) => key).join(' ');
  if (theirs.size === mine.size && order(peer) !== order(ours))
    found.push(`${here}: order ${order(peer)} ≠ ${order(ours)}`);
  if (peer.children.length !== ours.children.length)
    found.push(`${here}: ${peer.children.length} ≠ ${ours.children.length} children`);
  peer.children.forEach((child, at) => {
    const other = ours.children[at];
    if (other) differences(child, other, here, found);
  });
  return found;
}
