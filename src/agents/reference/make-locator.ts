import { locate } from './locate.ts';
import type { ScreenElement } from './screen-tree.ts';
import type { ElementLocator } from './step-schema.ts';

/** Pixels. An element that is larger in both directions is an area rather than a control. */
const largestControl = 400;
/** Pixels. A single-line text field may be wider than any control. */
const tallestLine = 80;
/** Characters. Longer names contain the text of a document or page. */
const longestName = 120;
/** Maximum number of elements with the same role and name that a locator distinguishes by index. */
const mostAlike = 20;

/** Roles of containers. A click on one means a position inside it. */
const holders = new Set([
  'desktop-frame',
  'application',
  'frame',
  'window',
  'panel',
  'filler',
  'scroll-pane',
  'viewport',
  'layered-pane',
  'split-pane',
  'root-pane',
  'section',
  'document-frame',
  'document-web',
  'document-text',
  'document-spreadsheet',
  'document-presentation',
  'tool-bar',
  'menu-bar',
  'page-tab-list',
  'table',
  'tree-table',
  'list',
  'redundant-object',
  'unknown',
]);

/** The smallest visible control that contains a point (pixels), else null. */
export function elementAt(elements: readonly ScreenElement[], x: number, y: number): ScreenElement | null {
  let found: ScreenElement | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  for (const element of elements) {
    if (element.box === null || holders.has(element.role)) continue;
    const [left, top, width, height] = element.box;
    if (x < left || y < top || x >= left + width || y >= top + height || !isControl(element.box)) continue;
    // Of two equal elements, the later one is the inner one.
    if (width * height > smallest) continue;
    found = element;
    smallest = width * height;
  }
  return found;
}

function isControl([, , width, height]: NonNullable<ScreenElement['box']>): boolean {
  return height <= tallestLine || (width <= largestControl && height <= largestControl);
}

/** The simplest locator whose first match is this element; null if only its position distinguishes it. */
export function makeLocator(elements: readonly ScreenElement[], element: ScreenElement): ElementLocator | null {
  const named = nameOf(element);
  const locator: ElementLocator = { role: element.role, ...named };
  const around = namedAround(element).map((within) => ({ ...locator, within }));
  const candidates = Object.keys(named).length > 0 ? [locator, ...around] : around;
  for (const candidate of candidates) if (locate(elements, candidate) === element) return candidate;
  for (const candidate of Object.keys(named).length > 0 ? [locator, ...around] : [...around, locator]) {
    for (let nth = 1; nth < mostAlike; nth += 1)
      if (locate(elements, { ...candidate, nth }) === element) return { ...candidate, nth };
  }
  return null;
}

function nameOf({ name, text }: ScreenElement): Pick<ElementLocator, 'name' | 'text_contains'> {
  if (name !== '' && name.length <= longestName) return { name };
  const label = text.trim();
  return label !== '' && label.length <= longestName && !label.includes('\n') ? { text_contains: label } : {};
}

function namedAround(element: ScreenElement): ElementLocator[] {
  const found: ElementLocator[] = [];
  for (let screenElement = element.parent; screenElement !== null; screenElement = screenElement.parent)
    if (screenElement.name !== '' && screenElement.name.length <= longestName && screenElement.role !== 'desktop-frame')
      found.push({ role: screenElement.role, name: screenElement.name });
  return found;
}
