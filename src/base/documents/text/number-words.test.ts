import { expect, it } from 'vitest';
import { withFigures } from './number-words.ts';

it.each([
  ['Forty-four units are in.', '44 units are in.'],
  ['Forty-four thousand three hundred and eighty-five.', '44385.'],
  ['seven to ten', '7 to 10'],
  ['two and three', '2 and 3'],
  ['one hundred and one', '101'],
  ['two hundred thousand and six', '200006'],
  ['three million two hundred', '3000200'],
  ['nineteen ninety', '19 90'],
  ['twenty five', '25'],
  ['five twenty', '5 20'],
  ['no one has seen someone', 'no one has seen someone'],
  ['often, hundreds, weight', 'often, hundreds, weight'],
  ['forty-four and a half thousand', '44 and a half thousand'],
  ['zero of forty', '0 of 40'],
])('number words become digits in “%s”', (text, expected) => {
  expect(withFigures(text)).toBe(expected);
});
