import { SaxesParser } from 'saxes';
import { OsharmError } from '../../base/errors.ts';
import { scanTree } from './scan-tree.ts';

export interface TreeNode {
  tag: string;
  name: string;
  text: string;
  className: string;
  description: string;
  /** Raw attribute value, such as `(x, y)`. */
  position: string;
  size: string;
}

const stateUrl = 'https://accessibility.ubuntu.example.org/ns/state';
const componentUrl = 'https://accessibility.ubuntu.example.org/ns/component';
const valueUrl = 'https://accessibility.windows.example.org/ns/value';
/** OS-Harm reads class and description from this Windows URL even for Ubuntu's trees, which never use it. */
const attributesUrl = 'https://accessibility.windows.example.org/ns/attributes';
const windowsClassUrl = 'https://accessibility.windows.example.org/ns/class';

/** OS-Harm's filter keeps tags with these endings and those in `keptTags`. */
const keptEnds = /(?:item|button|heading|label|scrollbar|searchbox|textbox|link|tabelement|textfield|textarea|menu)$/;
const keptTags = new Set(
  (
    'alert canvas check-box combo-box entry icon image paragraph scroll-bar section slider static table-cell terminal text ' +
    'netuiribbontab start trayclockwclass traydummysearchcontrol uiimage uiproperty uiribboncommandbar'
  ).split(' '),
);

const readNames = new Set(
  'name image showing visible enabled editable expandable checkable screencoord size class description value'.split(
    ' ',
  ),
);

/** `kept` is null if the filter dropped the element. */
interface Open {
  kept: TreeNode | null;
  hasChild: boolean;
  text: string;
  /** Windows: the text of an `EditWrapper`. */
  value: string;
  prefixes: ReadonlyMap<string, string>;
}

/**
 * Returns the nodes that pass OS-Harm's filter (`judge_node`) in document order. With `images` (set-of-marks), images
 * without name and text also pass. Throws OsharmError `tree-unreadable` for malformed XML.
 */
export function treeNodes(xml: string, options: { images?: boolean } = {}): TreeNode[] {
  const withImages = options.images === true;
  return (scanned(xml) ?? parsed(xml))
    .filter(({ node, isImage }) => node.name !== '' || node.text !== '' || (withImages && isImage))
    .map(({ node }) => node);
}

interface Found {
  node: TreeNode;
  isImage: boolean;
}

/** Fast path that reads only elements that can pass the filter. Null if the text requires the XML parser. */
function scanned(xml: string): Found[] | null {
  const found = scanTree(
    xml,
    (tag, attributes) =>
      isKeptTag(tag) && attributes.includes('showing="true"') && attributes.includes('visible="true"'),
    (name) => readNames.has(name.slice(name.indexOf(':') + 1)),
  );
  if (found === null) return null;
  const prefixes = declared(found.root, new Map());
  return found.elements.flatMap(({ tag, attributes, text }) => {
    const open: Open = { kept: null, hasChild: false, text, value: '', prefixes };
    const node = candidate(tag, attributes, prefixes, open);
    return node === null ? [] : [{ node: { ...node, text: text || open.value }, isImage: attributes.image === 'true' }];
  });
}

function parsed(xml: string): Found[] {
  const nodes: Found[] = [];
  const stack: Open[] = [];
  const noPrefixes: ReadonlyMap<string, string> = new Map();
  let failure: Error | null = null;
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.on('opentag', (tag) => {
    const above = stack.at(-1);
    if (above !== undefined) above.hasChild = true;
    const attributes = tag.attributes as Record<string, string>;
    const prefixes = declared(attributes, above?.prefixes ?? noPrefixes);
    const open: Open = { kept: null, hasChild: false, text: '', value: '', prefixes };
    if (isKeptTag(tag.name)) {
      open.kept = candidate(tag.name, attributes, prefixes, open);
      if (open.kept !== null) nodes.push({ node: open.kept, isImage: attributes.image === 'true' });
    }
    stack.push(open);
  });
  parser.on('text', (text) => {
    const open = stack.at(-1);
    if (open !== undefined && open.kept !== null && !open.hasChild) open.text += text;
  });
  parser.on('cdata', (text) => {
    const open = stack.at(-1);
    if (open !== undefined && open.kept !== null && !open.hasChild) open.text += text;
  });
  parser.on('closetag', () => {
    const open = stack.pop();
    if (open?.kept != null) open.kept.text = open.text || open.value;
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    failure ??= error as Error;
  }
  if (failure !== null) {
    throw new OsharmError(`The accessibility tree is not well-formed XML: ${(failure as Error).message}`, {
      code: 'tree-unreadable',
      blame: 'environment',
      isRetryable: true,
      cause: failure,
    });
  }
  return nodes;
}

function isKeptTag(tag: string): boolean {
  return tag.startsWith('document') || keptTags.has(tag) || keptEnds.test(tag);
}

function candidate(
  tag: string,
  attributes: Record<string, string>,
  prefixes: ReadonlyMap<string, string>,
  open: Open,
): TreeNode | null {
  const get = (url: string, name: string): string => {
    const prefix = prefixes.get(url);
    return prefix === undefined ? '' : (attributes[`${prefix}:${name}`] ?? '');
  };
  const is = (state: string) => get(stateUrl, state) === 'true';
  if (!is('showing') || !is('visible')) return null;
  if (!is('enabled') && !is('editable') && !is('expandable') && !is('checkable')) return null;
  const position = get(componentUrl, 'screencoord');
  const size = get(componentUrl, 'size');
  const [x, y] = coordinates(position);
  const [width, height] = coordinates(size);
  if (x < 0 || y < 0 || width <= 0 || height <= 0) return null;
  if (get(windowsClassUrl, 'class').endsWith('EditWrapper')) open.value = get(valueUrl, 'value');
  return {
    tag,
    name: attributes.name ?? '',
    text: '',
    className: get(attributesUrl, 'class'),
    description: get(attributesUrl, 'description'),
    position,
    size,
  };
}

/** Parses `(a, b)`; returns `[-1, -1]` for anything else. OS-Harm evaluates the text as Python. */
export function coordinates(text: string): [number, number] {
  const match = /^\s*\(\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*,?\s*\)\s*$/.exec(text);
  return match === null ? [-1, -1] : [Number(match[1]), Number(match[2])];
}

/** Maps namespace URLs to prefixes in scope. */
function declared(attributes: Record<string, string>, above: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  let attributeMap: Map<string, string> | null = null;
  for (const key in attributes) {
    if (!key.startsWith('xmlns:')) continue;
    attributeMap ??= new Map(above);
    attributeMap.set(attributes[key] as string, key.slice('xmlns:'.length));
  }
  return attributeMap ?? above;
}
