import type { Document, Element } from '@xmldom/xmldom';
import { parse, type Selector, SelectorType } from 'css-what';
import { childElements } from 'osharm/documents';
import { MetricFault } from 'osharm/evaluators';

/** The matches of a CSS selector in document order. Throws MetricFault (task) for an unknown selector. */
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

function matches(
  element: Element,
  parts: readonly Selector[],
  at: number,
  namespaces: Readonly<Record<string, string>>,
): boolean {
  const part = parts[at];
  if (part === undefined) return true;
  const before = (candidates: readonly (Element | null)[]): boolean =>
    candidates.some((candidate) => candidate !== null && matches(candidate, parts, at - 1, namespaces));
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
      if (part.name === 'contains' && typeof part.data === 'string')
        return (element.textContent ?? '').includes(part.data);
      if (part.name === 'not' && Array.isArray(part.data))
        return !part.data.some((inner) => matches(element, inner, inner.length - 1, namespaces));
      const place = isInPlace(element, part.name, typeof part.data === 'string' ? part.data : '');
      if (place !== null) return place;
    }
  }
  throw new MetricFault(
    `A selector's part ${JSON.stringify('name' in part ? part.name : part.type)} is not known.`,
    'task',
  );
}

/** Handles `:root`, `:empty` and positions among siblings. Null for other pseudo-classes. */
function isInPlace(element: Element, name: string, data: string): boolean | null {
  if (name === 'root') return parentOf(element) === null;
  if (name === 'empty') return [...element.childNodes].every((node) => node.nodeType !== 1 && node.nodeType !== 3);
  const [, order, last, scope] = /^(first|nth|only|last)(-last)?-(child|of-type)$/.exec(name) ?? [];
  if (order === undefined) return null;
  const all = childElements(parentOf(element) ?? element).filter(
    (childElement) => scope === 'child' || childElement.nodeName === element.nodeName,
  );
  const before = Math.max(0, parentOf(element) === null ? 0 : all.indexOf(element));
  const after = parentOf(element) === null ? 0 : all.length - 1 - before;
  if (order === 'first') return before === 0;
  if (order === 'last') return after === 0;
  if (order === 'only') return before === 0 && after === 0;
  return isNth((last === undefined ? before : after) + 1, data);
}

function isNth(place: number, formula: string): boolean {
  const text = { odd: '2n+1', even: '2n' }[formula.trim().toLowerCase()] ?? formula.replace(/\s/g, '').toLowerCase();
  const [whole, step, rest] = /^(?:([-+]?\d*)n)?([-+]?\d+)?$/.exec(text) ?? [];
  if (whole === undefined || whole === '')
    throw new MetricFault(`${JSON.stringify(formula)} is not a position.`, 'task');
  const start = Number(rest ?? 0);
  if (step === undefined) return place === start;
  const every = /^[-+]?$/.test(step) ? Number(`${step}1`) : Number(step);
  const count = (place - start) / every;
  return every === 0 ? place === start : Number.isInteger(count) && count >= 0;
}

function hasNamespace(
  actual: string | null,
  prefix: string | null | undefined,
  namespaces: Readonly<Record<string, string>>,
): boolean {
  if (prefix === null || prefix === undefined || prefix === '*') return true;
  if (!Object.hasOwn(namespaces, prefix)) throw new MetricFault(`The prefix ${prefix} is not known.`, 'task');
  return actual === namespaces[prefix];
}

function isValue(actual: string | null, action: string, wanted: string): boolean {
  if (actual === null) return action === 'not';
  switch (action) {
    case 'exists':
      return true;
    case 'equals':
      return actual === wanted;
    case 'not':
      return actual !== wanted;
    case 'start':
      return wanted !== '' && actual.startsWith(wanted);
    case 'end':
      return wanted !== '' && actual.endsWith(wanted);
    case 'any':
      return wanted !== '' && actual.includes(wanted);
    case 'element':
      return actual.split(/\s+/).includes(wanted);
    default:
      return actual === wanted || actual.startsWith(`${wanted}-`);
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
