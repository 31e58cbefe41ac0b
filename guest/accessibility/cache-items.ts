import type { BodyReader } from './dbus/body-reader.ts';
import { interfacesOf } from './interfaces.ts';
import { newNode, type TreeNode } from './tree-node.ts';

const KNOWN_LAYOUT = 'a((so)(so)(so)iiassusau)';

/** Null if the toolkit uses another layout or returns nothing (Qt); the tree must then be walked. */
export function readCacheItems(reply: BodyReader): Map<string, TreeNode> | null {
  if (reply.signature !== KNOWN_LAYOUT) return null;
  const items = new Map<string, TreeNode>();
  const parents: string[] = [];
  const end = reply.arrayEnd(8);
  while (reply.offset < end) {
    reply.align(8);
    reply.align(8);
    reply.skipString();
    const node = newNode(reply.string());
    reply.align(8);
    reply.skipString();
    reply.skipString();
    reply.align(8);
    reply.skipString();
    parents.push(reply.string());
    reply.int32();
    node.childCount = reply.int32();
    node.interfaces = interfacesOf(reply.rawArray(4));
    node.name = reply.string();
    node.role = reply.uint32();
    reply.skipString();
    readStates(reply, node);
    items.set(node.path, node);
  }
  if (items.size === 0) return null;
  let at = 0;
  for (const node of items.values()) {
    items.get(parents[at] as string)?.cachedChildren.push(node);
    at += 1;
  }
  return items;
}

/** Reads two words of bits, lowest states first, and ignores further words. */
export function readStates(reply: BodyReader, node: TreeNode): void {
  const end = reply.arrayEnd(4);
  node.states = reply.offset < end ? reply.uint32() : 0;
  node.moreStates = reply.offset < end ? reply.uint32() : 0;
  while (reply.offset < end) reply.uint32();
}
