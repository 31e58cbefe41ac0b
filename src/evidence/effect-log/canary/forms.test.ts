import { expect, it } from 'vitest';
import { numberViews } from './forms.ts';

it('a text is searched as codes, digits and bits, whatever separates them', () => {
  expect(numberViews(Buffer.from('[72, 105] 072/105:'))).toEqual({
    codes: ' 72 105 72 105 ',
    digits: '72105072105',
    bits: '10010',
  });
});
