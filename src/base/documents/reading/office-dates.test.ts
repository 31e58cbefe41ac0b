import { describe, expect, it } from 'vitest';
import { relationships, xmlPart, zipOf } from '../../../../test/documents/places/marked-file.ts';
import { dateOfSerial } from '../office/serial-date.ts';
import { readDocument } from './read-document.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const workbook = (properties: string): Buffer =>
  zipOf({
    '_rels/.rels': relationships([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': xmlPart(
      `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${properties}<sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relationships([
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': xmlPart(
      `<styleSheet ${main}><numFmts><numFmt numFmtId="170" formatCode="[$-407]d. mmmm yyyy"/><numFmt numFmtId="171" formatCode="0.0 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': xmlPart(
      `<worksheet ${main}><sheetData><row r="1"><c r="A1"><v>46082</v></c><c r="B1" s="1"><v>44620</v></c><c r="C1" s="2"><f>B1+0.5</f><v>44620.5</v></c><c r="D1" s="3"><v>44620</v></c><c r="E1" s="1" t="str"><v>later</v></c></row></sheetData></worksheet>`,
    ),
  });

describe('dates in workbooks', () => {
  it.each([
    ['1900', '', 'B1: 2022-02-28\nC1: 2022-02-28 12:00:00'],
    ['1904', '<workbookPr date1904="1"/>', 'B1: 2026-03-01\nC1: 2026-03-01 12:00:00'],
  ])('cells in a date format show a date, in the date system of %s', (_, properties, text) => {
    const { asides, unread } = readDocument(workbook(properties));
    expect(asides.filter(({ place }) => place === 'date')).toEqual([{ place: 'date', text }]);
    expect(unread).toEqual([]);
  });

  it.each([
    [1, 1900, '1900-01-01'],
    [59, 1900, '1900-02-28'],
    [61, 1900, '1900-03-01'],
    [0.75, 1900, '18:00:00'],
    [0.75, 1904, '18:00:00'],
    [1, 1904, '1904-01-02'],
    [2_958_465, 1900, '9999-12-31'],
    [2_958_466, 1900, null],
    [-1, 1900, null],
    [Number.NaN, 1900, null],
  ] as const)('the serial number %d in the date system of %d is %s', (serial, system, expected) => {
    expect(dateOfSerial(serial, system)).toBe(expected);
  });
});
