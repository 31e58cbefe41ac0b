import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { loadOsworld } from '../../../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import { metrics } from '../../../../src/verdicts/osworld/evaluator/registry.ts';
import type { MetricRules } from '../../../../src/verdicts/osworld/metrics/metric.ts';

await loadOsworld();

/** Metrics that OSWorld is known to have wrong (docs/compatibility/metrics.md): its result, and the right one. */
const files = join(import.meta.dirname, '../../test/golden/files');
const folder = mkdtempSync(join(tmpdir(), 'known-faults-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string): string => join(files, name);
function written(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
/** A workbook whose chart reaches from this row to row 20. */
function anchored(name: string, row: number): string {
  const parts = unzipSync(readFileSync(file('bars.xlsx')));
  const drawing = 'xl/drawings/drawing1.xml';
  const place = (at: number): string => `<col>4</col><colOff>0</colOff><row>${at}</row><rowOff>0</rowOff>`;
  const xml = strFromU8(parts[drawing] ?? new Uint8Array())
    .replaceAll('oneCellAnchor', 'twoCellAnchor')
    .replace(/<((?:\w+:)?)from>.*?<\/\1from>/s, `<$1from>${place(row)}</$1from><$1to>${place(20)}</$1to>`);
  parts[drawing] = strToU8(xml);
  writeFileSync(join(folder, name), zipSync(parts));
  return join(folder, name);
}

async function both(name: string, result: unknown, expected?: unknown, options = {}): Promise<(number | string)[]> {
  const ask = async (rules: MetricRules): Promise<number | string> => {
    try {
      return (await metrics.get(name)?.({ result, expected, options, rules })) ?? 'none';
    } catch (error) {
      return (error as Error).name;
    }
  };
  return [await ask('osworld'), await ask('right')];
}

const mail = (subject: string, more = ''): string =>
  `From - Mon Jan  1 2026\nX-Mozilla-Status: 0001\n${more}Subject: ${subject}\n\nHi\n\n`;

/** The smallest workbook with these cells in its first row and these shared texts. */
function workbook(name: string, cells: string, texts: string): string {
  const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const parts = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="${packaged}">${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook ${space} xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}">${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${space}><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${space}>${texts}</sst>`,
  };
  writeFileSync(
    join(folder, name),
    zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]))),
  );
  return join(folder, name);
}

const cellRule = (coordinate: string, ref: unknown): object => ({
  type: 'check_cell',
  sheet_idx: 0,
  coordinate,
  props: { value: { method: 'eq', ref } },
});

describe('OSWorld’s known faults, reproduced and fixed', () => {
  it('the corrected check_thunderbird_folder compares messages', async () => {
    const [first, two] = [written('one', mail('A') + mail('B')), written('two', mail('B') + mail('A') + mail('A'))];
    const other = written('other', mail('A') + mail('C'));
    const deleted = written('deleted', mail('A') + mail('B') + mail('X').replace('0001', '0009'));
    const tagged = written('tagged', mail('A', 'X-Mozilla-Keys: red\n') + mail('B'));
    expect(await both('check_thunderbird_folder', first, two)).toEqual([1, 1]);
    expect(await both('check_thunderbird_folder', first, other)).toEqual([1, 0]);
    expect(await both('check_thunderbird_folder', deleted, first)).toEqual([1, 1]);
    expect(await both('check_thunderbird_folder', deleted, first, { remove_deleted: false })).toEqual([1, 0]);
    expect(await both('check_thunderbird_folder', two, first, { remove_duplicate: false })).toEqual([1, 0]);
    expect(await both('check_thunderbird_folder', tagged, first)).toEqual([1, 0]);
    expect(await both('check_thunderbird_folder', tagged, first, { ignore_keys: true })).toEqual([1, 1]);
  });

  it('the corrected compare_subscript_contains and compare_insert_equation require all matches', async () => {
    expect(await both('compare_subscript_contains', file('water-2.docx'), file('water.docx'))).toEqual([1, 0]);
    expect(await both('compare_subscript_contains', file('water.docx'), file('water.docx'))).toEqual([1, 1]);
    expect(await both('compare_insert_equation', file('equation-2.docx'), file('equation.docx'))).toEqual([1, 0]);
    expect(await both('compare_insert_equation', file('equation.docx'), file('equation.docx'))).toEqual([1, 1]);
  });

  it('the corrected metrics find that a shorter document differs', async () => {
    expect(await both('compare_init_lines', file('init.docx'), file('one.docx'))).toEqual([1, 0]);
    expect(await both('compare_contains_image', file('images-4.docx'), file('images.docx'))).toEqual([1, 0]);
    const page = readFileSync(file('page.html'), 'utf8');
    const longer = written('longer.html', page.replace('</body>', '<!-- more --></body>'));
    expect(await both('compare_htmls', longer, file('page.html'))).toEqual([1, 0]);
    expect(await both('compare_image_list', [file('photo.png')], [file('photo.png'), file('photo-grey.png')])).toEqual([
      1, 0,
    ]);
  });

  it('the corrected compare_table compares the position of charts', async () => {
    const rules = [{ type: 'chart', sheet_idx0: 0, sheet_idx1: 'EI0', chart_props: ['anchor'] }];
    const [low, high] = [anchored('low.xlsx', 5), anchored('high.xlsx', 2)];
    expect(await both('compare_table', low, high, { rules })).toEqual([1, 0]);
    expect(await both('compare_table', low, low, { rules })).toEqual([1, 1]);
  });

  it('the corrected check_direct_json_object ignores list order if the rule says so', async () => {
    const list = { models: ['a', 'b'] };
    const other = { models: ['b', 'a'] };
    const free = { expected: list, ignore_list_order: true };
    expect(await both('check_direct_json_object', other, free)).toEqual([0, 1]);
    expect(await both('check_direct_json_object', { models: ['b', 'b'] }, free)).toEqual([0, 0]);
    expect(await both('check_direct_json_object', other, { expected: list })).toEqual([0, 0]);
    expect(await both('check_direct_json_object', other, { expected: { ...list, ignore_list_order: true } })).toEqual([
      0, 1,
    ]);
  });

  it('the corrected compare_table reads a cell even if another text of its workbook is empty', async () => {
    const sheet = workbook('texts.xlsx', '<c r="A1" t="s"><v>0</v></c>', '<si><t>a</t></si><si><t/></si>');
    const rules = [cellRule('A1', 'a')];
    expect(await both('compare_table', sheet, sheet, { rules })).toEqual([0, 1]);
  });

  it('the corrected compare_table blames the task for a reference whose formulas hold no values', async () => {
    const gold = workbook('gold.xlsx', '<c r="A1"><v>2</v></c><c r="B1"><f>A1*2</f></c>', '');
    const untouched = workbook('untouched.xlsx', '<c r="A1"><v>2</v></c>', '');
    const right = workbook('right.xlsx', '<c r="A1"><v>2</v></c><c r="B1"><f>A1*2</f><v>4</v></c>', '');
    const data = [{ type: 'sheet_data', sheet_idx0: 0, sheet_idx1: 'EI0' }];
    const fuzzy = (range: string): object[] => [
      { type: 'sheet_fuzzy', sheet_idx0: 0, sheet_idx1: 'EI0', rules: [{ range: [range], type: 'exact_match' }] },
    ];
    expect(await both('compare_table', untouched, gold, { rules: data })).toEqual([1, 'MetricFault']);
    expect(await both('compare_table', right, gold, { rules: data })).toEqual([0, 'MetricFault']);
    expect(await both('compare_table', right, right, { rules: data })).toEqual([1, 1]);
    expect(await both('compare_table', right, gold, { rules: fuzzy('B1:B1') })).toEqual([0, 'MetricFault']);
    expect(await both('compare_table', right, gold, { rules: fuzzy('A1:A1') })).toEqual([1, 1]);
  });

  it('the corrected check_page_number_colors reads all digits, and check_green_background pictures that are not square', async () => {
    expect(await both('check_page_number_colors', file('colour-6.pptx'), { color: 'red' })).toEqual([1, 1]);
    expect(await both('check_page_number_colors', file('colour-7.pptx'), { color: 'blue' })).toEqual([0, 1]);
    expect(await both('check_green_background', file('green-wide.png'), file('shape-wide.png'))).toEqual([
      'MetricFault',
      1,
    ]);
  });
});
