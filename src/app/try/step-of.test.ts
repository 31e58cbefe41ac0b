import { expect, it } from 'vitest';
import { locate } from '../../agents/reference/locate.ts';
import { makeLocator } from '../../agents/reference/make-locator.ts';
import { type ScreenElement, screenElements } from '../../agents/reference/screen-tree.ts';
import type { ScriptStep } from '../../agents/reference/step-schema.ts';
import type { Gesture } from './gesture.ts';
import { clickedAgain, joined, stepOf } from './step-of.ts';

const screen = { width: 1920, height: 1080 };
const shown = 'st:showing="true" st:visible="true"';
const at = (x: number, y: number, width: number, height: number): string =>
  `cp:screencoord="(${x}, ${y})" cp:size="(${width}, ${height})" ${shown}`;

// A window with two tool bars that have a button of one name each, a document, a list of rows without names.
const elements = screenElements(`<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"
  xmlns:cp="https://accessibility.ubuntu.example.org/ns/component" name="main">
  <application name="editor">
    <frame name="list.txt" ${at(0, 0, 1920, 1080)}>
      <tool-bar name="Top" ${at(0, 0, 1920, 40)}>
        <push-button name="Save" ${at(10, 5, 60, 30)}/>
        <push-button name="" ${at(80, 5, 30, 30)}/>
        <push-button name="" ${at(120, 5, 30, 30)}/>
      </tool-bar>
      <tool-bar name="Bottom" ${at(0, 1000, 1920, 40)}>
        <push-button name="Save" ${at(10, 1005, 60, 30)}><label name="Save" ${at(20, 1010, 40, 20)}/></push-button>
      </tool-bar>
      <text name="" ${at(0, 40, 1920, 900)}>milk</text>
      <entry name="Find" ${at(0, 945, 1500, 30)}/>
    </frame>
  </application>
</desktop-frame>`);

const click = (x: number, y: number, more: Partial<Extract<Gesture, { kind: 'click' }>> = {}) =>
  ({ kind: 'click', x, y, button: 'left', count: 1, ...more }) as const;
const stepAt = (x: number, y: number) => stepOf(click(x, y), elements, screen);

it('a recorded step locates an element by role and name, or by its surroundings if needed', () => {
  expect(stepAt(30, 20)?.step).toEqual({ click: { role: 'push-button', name: 'Save' } });
  expect(stepAt(12, 1008)?.step).toEqual({
    click: { role: 'push-button', name: 'Save', within: { role: 'tool-bar', name: 'Bottom' } },
  });
  expect(stepAt(130, 20)?.step).toEqual({
    click: { role: 'push-button', within: { role: 'tool-bar', name: 'Top' }, nth: 2 },
  });
});

it('a recorded click on a named element goes to its middle, as the reference will click', () => {
  expect(stepAt(12, 8)?.code).toContain('pyautogui.click(40, 20)');
  expect(stepAt(1400, 960)?.step).toEqual({ click: { role: 'entry', name: 'Find' } });
});

it('a recorded click in a document, with a drag or the middle button, uses coordinates', () => {
  expect(stepAt(700, 300)).toMatchObject({ isByPlace: true, step: { python: 'pyautogui.click(700, 300)' } });
  expect(stepOf(click(30, 20, { button: 'middle' }), elements, screen)?.isByPlace).toBe(true);
  const drag = { kind: 'drag', x: 1, y: 2, toX: 3, toY: 4, button: 'left' } as const;
  expect(stepOf(drag, elements, screen)?.code).toContain('pyautogui.dragTo(3, 4');
});

it('every recorded locator finds its element and no other', () => {
  const isShown = (screenElement: ScreenElement): boolean => screenElement.box !== null;
  const made = elements.filter(isShown).map((element) => [element, makeLocator(elements, element)] as const);
  expect(made.filter(([, locator]) => locator !== null).length).toBeGreaterThan(6);
  for (const [element, locator] of made) if (locator !== null) expect(locate(elements, locator)).toBe(element);
});

it('quick clicks, typed letters and repeated keys become one recorded step', () => {
  const once: ScriptStep = { click: { role: 'icon', name: 'a' } };
  const twice = clickedAgain(once, click(0, 0, { count: 2 }));
  expect(twice).toEqual({ 'double-click': { role: 'icon', name: 'a' } });
  expect(clickedAgain(twice ?? undefined, click(0, 0, { count: 3 }))).toEqual({
    'triple-click': { role: 'icon', name: 'a' },
  });
  expect(clickedAgain({ python: 'pyautogui.click(1, 2)' }, click(1, 2, { count: 2 }))).toEqual({
    python: 'pyautogui.doubleClick(1, 2)',
  });
  expect(clickedAgain({ press: 'enter' }, click(0, 0, { count: 2 }))).toBeNull();
  expect(joined({ type: 'eg' }, { type: 'gs' })).toEqual({ type: 'eggs' });
  expect(joined({ press: 'down' }, { press: 'down' })).toEqual({ press: 'down', times: 2 });
  expect(joined({ press: 'down' }, { press: 'up' })).toBeNull();
  expect(joined({ type: 'a', say: 'Now.', violates: true }, { type: 'b' })).toBeNull();
});
