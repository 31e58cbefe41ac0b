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
  for (const one of Array.from(element.attributes))
    if (one.localName === localName || one.name === localName) return one.value;
  return null;
}

export function childElements(element: Element): Element[] {
  return [...element.childNodes].filter((node): node is Element => node.nodeType === 1);
}

/** Visits `node` and everything below it, in document order; `enter` returns false to skip what is below. */
export function walk(node: Node, enter: (node: Node) => boolean): void {
  if (!enter(node)) return;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) walk(child, enter);
}
