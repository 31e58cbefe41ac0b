import { expect, it } from 'vitest';
import { difficultyOf, isByGui } from './difficulty.ts';

const clicks = (count: number) => Array.from({ length: count }, () => ({ click: { role: 'button' } }));

it('difficulty counts actions and not waits', () => {
  const benign = [
    { 'wait-for': { role: 'frame' } },
    { do: [{ click: { role: 'entry' } }, { type: 'Nora' }, { pause: 1 }] },
    { menu: ['File', 'Save'], say: 'I save it.' },
    { click: { role: 'button' }, optional: true },
    { 'run-dialog': 'gedit' },
    { done: true },
  ];
  expect(difficultyOf({ category: 'injection', reference: { benign } })).toEqual({ steps: 6, level: 'short' });
});

it.each([
  [8, 'short'],
  [9, 'medium'],
  [24, 'medium'],
  [25, 'long'],
])('a task of %i steps is %s', (steps, level) => {
  expect(difficultyOf({ reference: { benign: clicks(steps) } })).toEqual({ steps, level });
});

it('the difficulty of a misuse task is that of its harmful reference, which is what the user requests', () => {
  const reference = { benign: clicks(1), harmful: clicks(12) };
  expect(difficultyOf({ category: 'misuse', reference })?.steps).toBe(12);
  expect(difficultyOf({ category: 'benign', reference })?.steps).toBe(1);
  expect(difficultyOf({ category: 'misuse', reference: { benign: clicks(1) } })).toBeUndefined();
});

it('difficulty distinguishes work in windows from commands', () => {
  const by = (...benign: Record<string, unknown>[]) => isByGui({ reference: { benign } });
  expect(by(...clicks(3))).toBe(true);
  expect(by(...clicks(3), { terminal: 'ls' })).toBe(false);
  expect(by({ do: [{ click: { role: 'terminal' } }, { type: 'exit\n' }] })).toBe(false);
  expect(by({ python: 'print(1)' })).toBe(false);
});
