import { DOMParser, type Document, type Element, type Node } from '@xmldom/xmldom';
import type { Metric } from 'osharm/evaluators';
import { fieldText, fuzzyRatio, isTable, MetricFault, optionalList, resultText } from 'osharm/evaluators';
import { useNamespaces } from 'xpath';
import { selectElements } from './css-select.ts';

const parts: Readonly<Record<string, string>> = {
  st: 'state',
  attr: 'attributes',
  cp: 'component',
  doc: 'document',
  docattr: 'document/attributes',
  txt: 'text',
  val: 'value',
  act: 'action',
  class: 'class',
  role: 'role',
};

/**
 * The product, over all rules, of the best similarity to `text` among the elements that `xpath` or `selectors` finds.
 */
export const checkAccessibilityTree: Metric = ({ result, expected, options, rules }) => {
  const system = String(options.osname ?? 'ubuntu');
  const namespaces = Object.fromEntries(
    Object.entries(parts).map(([prefix, name]) => [prefix, `https://accessibility.${system}.example.org/ns/${name}`]),
  );
  const document = parsed(resultText(result));
  if (!Array.isArray(expected)) throw new MetricFault('check_accessibility_tree needs a list of rules.', 'task');
  let total = 1;
  for (const rule of expected) {
    const elements = found(rule, document, namespaces);
    if (elements.length === 0) return 0;
    if (!isTable(rule) || rule.text === undefined) continue;
    const wanted = fieldText(rule, 'text');
    if (rule.exact === undefined && rules === 'osworld') throw new MetricFault('A rule has no "exact".', 'task');
    const isExact = rule.exact ?? true;
    const likeness = elements.map((element) => {
      const text = leadingText(element);
      if (isExact) return text === wanted ? 1 : 0;
      return text === null ? 0 : fuzzyRatio(wanted, text) / 100;
    });
    total *= Math.max(0, ...likeness);
  }
  return total;
};

function found(rule: unknown, document: Document, namespaces: Record<string, string>): Element[] {
  if (isTable(rule) && typeof rule.xpath === 'string') {
    let nodes: unknown;
    try {
      // Like lxml, a relative path starts at the root element.
      nodes = useNamespaces(namespaces)(rule.xpath, document.documentElement as Element);
    } catch (cause) {
      throw new MetricFault(`The path ${JSON.stringify(rule.xpath)} can't be read.`, 'task', { cause });
    }
    if (typeof nodes === 'string' && rule.text === undefined)
      return nodes === '' ? [] : [document.documentElement as Element];
    const found = Array.isArray(nodes) ? (nodes as Node[]).filter(({ nodeType }) => nodeType !== 9) : null;
    if (found === null || (rule.text !== undefined && found.some(({ nodeType }) => nodeType !== 1 && nodeType !== 8)))
      throw new MetricFault(`The path ${JSON.stringify(rule.xpath)} selects a value, not elements.`, 'task');
    return found as Element[];
  }
  const selectors = optionalList(rule, 'selectors').map(String);
  if (selectors.length === 0) throw new MetricFault('A rule has neither xpath nor selectors.', 'task');
  return selectElements(document, selectors.join(', '), namespaces);
}

function parsed(text: string): Document {
  try {
    const document = new DOMParser({
      onError: (level, message) => {
        if (level !== 'warning') throw new Error(message);
      },
    }).parseFromString(text, 'text/xml');
    if (document.documentElement !== null) return document;
  } catch (cause) {
    throw new MetricFault('The accessibility tree is not XML.', 'result', { cause });
  }
  throw new MetricFault('The accessibility tree is empty.', 'result');
}

function leadingText(element: Element): string | null {
  let text = '';
  for (let node = element.firstChild; node?.nodeType === 3 || node?.nodeType === 4; node = node.nextSibling)
    text += node.nodeValue ?? '';
  return text === '' ? null : text;
}
