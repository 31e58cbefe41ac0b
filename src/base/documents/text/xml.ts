import { DOMParser, type Element, type Node } from '@xmldom/xmldom';

/** The root of an XML text; null where it doesn't parse. */
export function xmlRoot(text: string): Element | null {
  try {
    return new DOMParser({ onError: () => {} }).parseFromString(text, 'text/xml').documentElement;
  } catch {
    return null;
  }
}

/** All elements below `root` with this local name, whatever their prefix, in document order. */
export function elements(root: Element, localName: string): Element[] {
  return [...root.getElementsByTagNameNS('*', localName)];
}

/** The value of an attribute by its local name, whatever its prefix. */
export function attribute(element: Element, localName: string): string | null {
  for (const attr of Array.from(element.attributes))
    if (attr.localName === localName || attr.name === localName) return attr.value;
  return null;
}

/** Elements right below one, in their order. */
export function childElements(element: Element): Element[] {
  return [...element.childNodes].filter((node): node is Element => node.nodeType === 1);
}

/** Visits `node` and everything below it, in document order; `enter` returns false to skip what is below. Takes any depth. */
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

/** Null where a document is nested so deep that reading it overflows the stack: nobody writes like that but to break a reader. */
export function unlessTooDeep<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
