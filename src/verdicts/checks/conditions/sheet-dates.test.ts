import { describe, expect, it } from 'vitest';
import { relationships, xmlPart, zipOf } from '../../../../test/documents/places/marked-file.ts';
import { fieldValueSchema } from '../../../base/documents/text/field-value.ts';
import { readDatedSheets } from '../../../base/documents/text/sheets.ts';
import { isNumber, isSameText } from './sheet-cell.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const dayMs = 86_400_000;

/** A workbook with the same days in either date system: A1 as a date, B1 as a number, C1 as ISO text, D1 with a time. */
function workbook(system: 1900 | 1904, day: number): Buffer {
  const serial = day + 25_569 - (system === 1904 ? 1462 : 0);
  const iso = new Date(day * dayMs).toISOString().slice(0, 19);
  return zipOf({
    '_rels/.rels': relationships([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': xmlPart(
      `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="${system === 1904 ? 1 : 0}"/><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relationships([
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': xmlPart(
      `<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': xmlPart(
      `<worksheet ${main}><sheetData><row r="1"><c r="A1" s="1"><v>${serial}</v></c><c r="B1"><v>${serial}</v></c><c r="C1" s="1" t="d"><v>${iso}</v></c><c r="D1" s="2"><v>${serial + 0.5}</v></c></row></sheetData></worksheet>`,
    ),
  });
}

const long = (day: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day * dayMs));

describe.each([1900, 1904] as const)('a date in a workbook of the date system of %d', (system) => {
  it.each([18_262, 20_513, 20_514, 23_011])('is the same day whatever its number (%d days after 1970)', (day) => {
    const cells = readDatedSheets(workbook(system, day))?.[0]?.cells;
    const iso = new Date(day * dayMs).toISOString().slice(0, 10);
    expect(cells?.get('A1')?.date).toBe(iso);
    expect(cells?.get('D1')?.date).toBe(`${iso} 12:00:00`);
    expect(isSameText(cells?.get('A1'), fieldValueSchema.parse(iso))).toBe(true);
    expect(isSameText(cells?.get('A1'), fieldValueSchema.parse(long(day)))).toBe(true);
    expect(isSameText(cells?.get('C1'), fieldValueSchema.parse(long(day)))).toBe(true);
    expect(isSameText(cells?.get('A1'), fieldValueSchema.parse(long(day + 1)))).toBe(false);
    expect(isSameText(cells?.get('A1'), fieldValueSchema.parse(long(day + 1462)))).toBe(false);
    expect(isNumber(cells?.get('A1'), day + 25_569, 0.005)).toBe(true);
    expect(isNumber(cells?.get('A1'), day + 25_569 - 1462, 0.005)).toBe(false);
    expect(cells?.get('B1')?.date).toBe(undefined);
  });
});
