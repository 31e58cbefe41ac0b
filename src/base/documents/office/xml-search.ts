import type { Element } from '@xmldom/xmldom';
import { childElements } from '../text/xml.ts';

export function child(element: Element | null | undefined, name: string): Element | null {
  if (element === null || element === undefined) return null;
  return childElements(element).find((childElement) => childElement.localName === name) ?? null;
}

export function children(element: Element | null | undefined, ...names: string[]): Element[] {
  if (element === null || element === undefined) return [];
  return childElements(element).filter((childElement) => names.includes(childElement.localName ?? ''));
}

export function descend(element: Element | null | undefined, ...names: string[]): Element | null {
  let found: Element | null = element ?? null;
  for (const name of names) found = child(found, name);
  return found;
}

/** Descendants with this local name, in document order. */
export function all(element: Element | null | undefined, name: string): Element[] {
  return element === null || element === undefined ? [] : [...element.getElementsByTagNameNS('*', name)];
}

/** An attribute by local name, with any prefix. */
export function attr(element: Element | null | undefined, name: string): string | null {
  if (element === null || element === undefined) return null;
  for (const attribute of Array.from(element.attributes))
    if (attribute.localName === name || attribute.name === name) return attribute.value;
  return null;
}

export function onOff(element: Element | null): boolean | null {
  if (element === null) return null;
  const value = attr(element, 'val');
  return value === null || ['1', 'true', 'on'].includes(value);
}
