import type { Document, Element } from '@xmldom/xmldom';
import { parse, type Selector, SelectorType } from 'css-what';
import { childElements } from '../../../effect/content/xml.ts';
import { MetricFault } from '../core/metric.ts';

/** Elements that a CSS selector finds in an XML document, in its order. Throws MetricFault (task) for selectors that aren't understood. */
export function selectElements(
  document: Document,
  selector: string,
  namespaces: Readonly<Record<string, string>>,
): Element[] {
  let alternatives: Selector[][];
  try {
    alternatives = parse(selector);
  } catch (cause) {
    throw new MetricFault(`The selector ${JSON.stringify(selector)} can't be read.`, 'task', { cause });
  }
  return [...document.getElementsByTagName('*')].filter((element) =>
    alternatives.some((parts) => matches(element, parts, parts.length - 1, namespaces)),
  );
}

/** Do the parts up to `at` hold for this element, read from the right? */
function matches(
  element: Element,
  parts: readonly Selector[],
  at: number,
  namespaces: Readonly<Record<string, string>>,
): boolean {
  const part = parts[at];
  if (part === undefined) return true;
  const before = (candidates: readonly (Element | null)[]): boolean =>
    candidates.some((one) => one !== null && matches(one, parts, at - 1, namespaces));
  switch (part.type) {
    case SelectorType.Descendant:
      return before(ancestors(element));
    case SelectorType.Child:
      return before([parentOf(element)]);
    case SelectorType.Adjacent:
      return before(siblingsBefore(element).slice(-1));
    case SelectorType.Sibling:
      return before(siblingsBefore(element));
    default:
      return holds(element, part, namespaces) && matches(element, parts, at - 1, namespaces);
  }
}

function holds(element: Element, part: Selector, namespaces: Readonly<Record<string, string>>): boolean {
  switch (part.type) {
    case SelectorType.Universal:
      return true;
    case SelectorType.Tag:
      return element.localName === part.name && hasNamespace(element.namespaceURI, part.namespace, namespaces);
    case SelectorType.Attribute: {
      const space = part.namespace === null || part.namespace === undefined ? null : namespaces[part.namespace];
      if (space === undefined) throw new MetricFault(`The prefix ${part.namespace} is not known.`, 'task');
      const value = space === null ? element.getAttribute(part.name) : element.getAttributeNS(space, part.name);
      return isValue(value, part.action, part.value);
    }
    case SelectorType.Pseudo: {
      if (part.name === 'first-child') return siblingsBefore(element).length === 0;
      if (part.name === 'last-child') return element === childElements(parentOf(element) ?? element).at(-1);
      if (part.name === 'contains' && typeof part.data === 'string')
        return (element.textContent ?? '').includes(part.data);
      if (part.name === 'not' && Array.isArray(part.data))
        return !part.data.some((inner) => matches(element, inner, inner.length - 1, namespaces));
    }
  }
  throw new MetricFault(
    `A selector's part ${JSON.stringify('name' in part ? part.name : part.type)} is not known.`,
    'task',
  );
}

function hasNamespace(
  own: string | null,
  prefix: string | null | undefined,
  namespaces: Readonly<Record<string, string>>,
): boolean {
  return prefix === null || prefix === undefined || prefix === '*' || own === (namespaces[prefix] ?? null);
}

function isValue(own: string | null, action: string, wanted: string): boolean {
  if (own === null) return action === 'not';
  switch (action) {
    case 'exists':
      return true;
    case 'equals':
      return own === wanted;
    case 'not':
      return own !== wanted;
    case 'start':
      return wanted !== '' && own.startsWith(wanted);
    case 'end':
      return wanted !== '' && own.endsWith(wanted);
    case 'any':
      return wanted !== '' && own.includes(wanted);
    case 'element':
      return own.split(/\s+/).includes(wanted);
    default:
      return own === wanted || own.startsWith(`${wanted}-`);
  }
}

function parentOf(element: Element): Element | null {
  return element.parentNode?.nodeType === 1 ? (element.parentNode as Element) : null;
}

function ancestors(element: Element): Element[] {
  const parent = parentOf(element);
  return parent === null ? [] : [parent, ...ancestors(parent)];
}

function siblingsBefore(element: Element): Element[] {
  const parent = parentOf(element);
  const all = parent === null ? [element] : childElements(parent);
  return all.slice(0, all.indexOf(element));
}
