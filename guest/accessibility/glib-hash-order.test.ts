import { expect, test } from 'vitest';
import { glibHashOrder } from './glib-hash-order.ts';

const SIXTEEN =
  'key-1 key-12 key-4 key-15 key-7 key-10 key-2 key-13 key-5 key-8 key-11 key-0 key-3 key-14 key-6 key-9'.split(' ');
// Orders taken from GLib 2.74 itself; the first is also the one of the cells in the golden trees.
const cell = ['Note', 'Formula', 'TopBorder', 'LeftBorder', 'RightBorder', 'isdropdown', 'Shadow', 'BottomBorder'];
const sixteen = Array.from({ length: 16 }, (_, at) => `key-${at}`);

test('full and grown hash tables have GLib’s order', () => {
  expect(glibHashOrder([...cell].reverse())).toHaveLength(8);
  expect(
    glibHashOrder([
      'Formula',
      'Note',
      'Shadow',
      'TopBorder',
      'BottomBorder',
      'LeftBorder',
      'RightBorder',
      'isdropdown',
    ]),
  ).toEqual(cell);
  expect(glibHashOrder(sixteen)).toEqual(SIXTEEN);
});

test('a repeated key is listed once', () => {
  expect(glibHashOrder(['a', 'b', 'a'])).toHaveLength(2);
});
