import type { ScreenElement } from './screen-tree.ts';
import type { ElementLocator } from './step-schema.ts';

export function locate(elements: readonly ScreenElement[], locator: ElementLocator): ScreenElement | null {
  const around = locator.within === undefined ? null : matching(elements, locator.within);
  const found = matching(elements, locator).filter(
    (element) => element.box !== null && (around === null || around.some((outer) => isInside(element, outer))),
  );
  return found.at(locator.nth ?? 0) ?? null;
}

function matching(elements: readonly ScreenElement[], locator: ElementLocator): ScreenElement[] {
  const roles = locator.role === undefined ? null : [locator.role].flat();
  const states = [locator.state ?? []].flat();
  return elements.filter(
    (element) =>
      (roles === null || roles.includes(element.role)) &&
      (locator.name === undefined || element.name === locator.name) &&
      (locator.name_contains === undefined || element.name.includes(locator.name_contains)) &&
      (locator.text_contains === undefined || element.text.includes(locator.text_contains)) &&
      states.every((state) => element.states.has(state)),
  );
}

function isInside(element: ScreenElement, outer: ScreenElement): boolean {
  for (let screenElement = element.parent; screenElement !== null; screenElement = screenElement.parent)
    if (screenElement === outer) return true;
  return false;
}

export function centre(element: ScreenElement, screen: { width: number; height: number }): [number, number] {
  const [left, top, width, height] = element.box ?? [0, 0, 0, 0];
  const clamp = (value: number, limit: number): number => Math.min(Math.max(value, 0), limit - 1);
  const middle = (from: number, length: number, limit: number): number =>
    Math.round((clamp(from, limit) + clamp(from + length, limit)) / 2);
  return [middle(left, width, screen.width), middle(top, height, screen.height)];
}

export function describe(locator: ElementLocator): string {
  const role = locator.role === undefined ? 'element' : [locator.role].flat().join(' or ');
  const name = locator.name ?? locator.name_contains ?? locator.text_contains;
  const where = locator.within === undefined ? '' : ` in the ${describe(locator.within)}`;
  return `${role}${name === undefined ? '' : ` "${name}"`}${where}`;
}
