import { DOMParser, type Element, type Node } from '@xmldom/xmldom';

export function xmlRoot(text: string): Element | null {
  try {
    return new DOMParser({ onError: () => {} }).parseFromString(text, 'text/xml').documentElement;
  } catch {
    return null;
  }
}

export function elements(root: Element, localName: string): Element[] {
  return [...root.getElementsByTagNameNS('*', localName)];
}

export function attribute(element: Element, localName: string): string | null {
  for (const attr of Array.from(element.attributes))
    if (attr.localName === localName || attr.name === localName) return attr.value;
  return null;
}

export function childElements(element: Element): Element[] {
  return [...element.childNodes].filter((node): node is Element => node.nodeType === 1);
}

/** Visits `node` and its descendants in document order, at any depth. `enter` returns false to skip the descendants. */
export function walkXml(root: Node, enter: (node: Node) => boolean): void {
  let node: Node | null = root;
  while (node !== null) {
    let next: Node | null = enter(node) ? node.firstChild : null;
    while (next === null && node !== null && node !== root) {
      next = node.nextSibling;
      if (next === null) node = node.parentNode;
    }
    if (node === root && next === null) return;
    node = next;
  }
}

/** Returns null if a document is nested so deeply that `read` overflows the stack. Only hostile documents are. */
export function unlessTooDeep<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
