import { expect, it } from 'vitest';
import { type PressedKey, pressedKey, writtenKeys } from './key-names.ts';

const pressed = (key: string, held: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  getModifierState: () => false,
  ...held,
});

it.each<[string, PressedKey, ReturnType<typeof pressedKey>]>([
  ['a letter', pressed('a'), { text: 'a' }],
  ['a capital', pressed('A', { shiftKey: true }), { text: 'A' }],
  ['a letter of another script', pressed('ж'), { text: 'ж' }],
  [
    'a sign by AltGr',
    pressed('€', { ctrlKey: true, altKey: true, getModifierState: (name) => name === 'AltGraph' }),
    { text: '€' },
  ],
  ['a shortcut', pressed('S', { ctrlKey: true, shiftKey: true }), { keys: ['ctrl', 'shift', 's'] }],
  ['a named key', pressed('PageDown'), { keys: ['pagedown'] }],
  ['a named key with another', pressed('Tab', { shiftKey: true }), { keys: ['shift', 'tab'] }],
  ['a function key', pressed('F10'), { keys: ['f10'] }],
  ['a modifier alone', pressed('Control', { ctrlKey: true }), null],
  ['a shortcut of a sign that has no key', pressed('ж', { ctrlKey: true }), null],
])('the pressed key is named: %s', (_, event, expected) => {
  expect(pressedKey(event)).toEqual(expected);
});

it('key names are read as people write them', () => {
  expect(writtenKeys(' Ctrl + Alt+T')).toEqual(['ctrl', 'alt', 't']);
  expect(writtenKeys('Page Down')).toEqual(['pagedown']);
  expect(writtenKeys('Super')).toEqual(['win']);
  expect(writtenKeys('')).toEqual([]);
});
