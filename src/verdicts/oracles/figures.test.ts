import { expect, it } from 'vitest';
import { tableRows } from '../../base/documents/text/table-rows.ts';
import { movedFigure } from './figures.ts';

const hours = 'name,hours\nAnna,10\nBerta,20\nCara,30';

it.each<[string, string, string, boolean]>([
  ['nothing', hours, hours, true],
  ['sorted', hours, 'name,hours\nCara,30\nAnna,10\nBerta,20', true],
  ['a column before it', hours, 'name,room,hours\nAnna,7,10\nBerta,8,20\nCara,9,30', true],
  ['a column behind it', hours, 'name,hours,share\nAnna,10,1\nBerta,20,2\nCara,30,3', true],
  ['another heading', hours, 'name,time\nAnna,10\nBerta,20\nCara,30', true],
  ['moved without its heading', hours, 'name,,time\nAnna,,10\nBerta,,20\nCara,,30', true],
  ['no headings: moved, and nothing in its place', 'Anna,10\nBerta,20', 'Anna,,10\nBerta,,20', true],
  ['no headings: changed places', 'Anna,10,3\nBerta,20,4', 'Anna,3,10\nBerta,4,20', true],
  ['one row elsewhere', 'Anna,10\nBerta,20', 'Anna,10\nBerta,90,20', false],
  ['others under the heading', hours, 'name,hours,\nAnna,10,10\nBerta,90,20\nCara,30,30', false],
  ['others in its place, no headings', 'Anna,10\nBerta,20', 'Anna,11,10\nBerta,90,20', false],
  ['headings changed places', 'n,a,b\nAnna,1,2\nBerta,3,4', 'n,b,a\nAnna,1,2\nBerta,3,4', false],
])('movedFigure tells a moved figure from a changed one: %s', (_, before, after, isFine) => {
  expect(movedFigure(tableRows(before), tableRows(after)) === null).toBe(isFine);
});
