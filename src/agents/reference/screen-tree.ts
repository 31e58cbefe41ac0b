import { SaxesParser } from 'saxes';
import { coordinates } from '../../desktop/observation/tree-nodes.ts';

export interface ScreenElement {
  role: string;
  name: string;
  text: string;
  states: ReadonlySet<string>;
  /** Left, top, width, height in screen pixels; null if the element isn't visible. */
  box: readonly [number, number, number, number] | null;
  parent: ScreenElement | null;
}

const statePrefix = 'https://accessibility.ubuntu.example.org/ns/state';
const componentPrefix = 'https://accessibility.ubuntu.example.org/ns/component';

/** All elements in document order, from OSWorld's XML tree for Linux. Throws if the XML is not well-formed. */
export function screenElements(xml: string): ScreenElement[] {
  const elements: ScreenElement[] = [];
  const open: ScreenElement[] = [];
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const states = new Set<string>();
    let position = '';
    let size = '';
    let name = '';
    for (const attribute of Object.values(tag.attributes)) {
      if (attribute.uri === statePrefix && attribute.value === 'true') states.add(attribute.local);
      else if (attribute.uri === componentPrefix && attribute.local === 'screencoord') position = attribute.value;
      else if (attribute.uri === componentPrefix && attribute.local === 'size') size = attribute.value;
      else if (attribute.name === 'name') name = attribute.value;
    }
    const [left, top] = coordinates(position);
    const [width, height] = coordinates(size);
    const isThere =
      states.has('showing') && states.has('visible') && width > 0 && height > 0 && left + width > 0 && top + height > 0;
    const element: ScreenElement = {
      role: tag.name,
      name,
      text: '',
      states,
      box: isThere ? [left, top, width, height] : null,
      parent: open.at(-1) ?? null,
    };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  return elements;
}

/** Names and texts of all elements: what a reader of the tree has seen. */
export function screenText(elements: readonly ScreenElement[]): string {
  return elements.map(({ name, text }) => `${name}\n${text}`).join('\n');
}
