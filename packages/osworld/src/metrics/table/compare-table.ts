import { existsSync } from 'node:fs';
import { readRange, referencesIn, Workbook } from 'osharm/documents';
import {
  field,
  fieldList,
  fieldText,
  isEqual,
  isTable,
  type Metric,
  MetricFault,
  type MetricRules,
  optionalList,
  score,
  type Table,
} from 'osharm/evaluators';
import { isSameFrame, readDataFrame } from '../../documents/data-frame.ts';
import { matchesRule } from '../core/match-value.ts';
import { readCellStyle } from './cell-style.ts';
import { readCellValue } from './cell-values.ts';
import { areSheetsAlike } from './fuzzy-sheets.ts';
import { readCharts } from './sheet-charts.ts';
import { type Book, type ChosenSheet, chooseSheet } from './sheet-choice.ts';
import { readPivots } from './sheet-pivots.ts';
import { readDimensions, readFilter, readSparklines, readValidations } from './sheet-properties.ts';
import { readSheetStyles } from './sheet-styles.ts';
import { printedSheet } from './sheet-text.ts';

interface Both {
  result: Book;
  expected: Book | null;
  rules: MetricRules;
}

type Check = (rule: Table, both: Both) => boolean | Promise<boolean>;

export const compareTable: Metric = async ({ result, expected, options, rules }) => {
  if (typeof result !== 'string' || !existsSync(result)) return 0;
  let workbook: Workbook;
  try {
    workbook = await Workbook.open(result);
  } catch (error) {
    if (error instanceof MetricFault) return 0;
    throw error;
  }
  const gold = typeof expected === 'string' ? { path: expected, book: await Workbook.open(expected) } : null;
  const both: Both = { result: { path: result, book: workbook }, expected: gold, rules };
  for (const rule of fieldList(options, 'rules')) {
    const check = checks[fieldText(rule, 'type')];
    if (check === undefined || !isTable(rule))
      throw new MetricFault(`compare_table has no rule ${JSON.stringify(field(rule, 'type'))}.`, 'task');
    if (rules === 'right') refuseUncalculated(rule, both);
    if (!(await check(rule, both))) return 0;
  }
  return score(true);
};

/** The cells whose stored values a rule compares; null for none. */
function comparedCells(rule: Table): ((reference: string) => boolean) | null {
  if (rule.type === 'sheet_data') return () => true;
  if (rule.type !== 'sheet_fuzzy') return null;
  const ranges = fieldList(rule, 'rules').flatMap((inner) => fieldList(inner, 'range'));
  const cells = new Set(
    ranges.flatMap((text) => {
      const range = readRange(String(text));
      return range === null ? [] : referencesIn(range);
    }),
  );
  return (reference) => cells.has(reference);
}

/**
 * Rejects a reference with formulas that have no stored values: a sheet that was never calculated or edited would equal
 * it. Throws MetricFault with blame on the task.
 */
function refuseUncalculated(rule: Table, both: Both): void {
  const isCompared = comparedCells(rule);
  if (isCompared === null) return;
  for (const { sheet, path } of chosen(rule, both)) {
    if (sheet === null || path !== both.expected?.path) continue;
    const cell = [...sheet.cells.values()].find(
      ({ reference, formula, value }) => formula !== null && value === null && isCompared(reference),
    );
    if (cell !== undefined)
      throw new MetricFault(`The formula in ${cell.reference} of the reference has no cached value.`, 'task', { path });
  }
}

/** Compares what `read` returns for both sheets. A missing sheet is empty. */
function sameReading(read: (sheet: NonNullable<ChosenSheet['sheet']>, rule: Table, both: Both) => unknown): Check {
  return (rule, both) => {
    const [first, second] = chosen(rule, both).map(({ sheet }) => (sheet === null ? {} : read(sheet, rule, both)));
    return isEqual(first, second);
  };
}

function chosen(rule: Table, { result, expected }: Both): [ChosenSheet, ChosenSheet] {
  return [
    chooseSheet(field(rule, 'sheet_idx0'), result, expected),
    chooseSheet(field(rule, 'sheet_idx1'), result, expected),
  ];
}

function names(rule: Table, name: string): string[] {
  return optionalList(rule, name).map(String);
}

/** Null if the first sheet is missing. Throws MetricFault if the second one is. */
function bothSheets(
  rule: Table,
  both: Both,
): [NonNullable<ChosenSheet['sheet']>, NonNullable<ChosenSheet['sheet']>] | null {
  const [chosenSheet, other] = chosen(rule, both);
  if (chosenSheet.sheet === null) return null;
  if (other.sheet === null)
    throw new MetricFault(`There is no sheet ${JSON.stringify(other.name)}.`, 'result', { path: other.path });
  return [chosenSheet.sheet, other.sheet];
}

const checks: Readonly<Record<string, Check>> = {
  sheet_name: (_, { result, expected }) => expected !== null && isEqual(result.book.names, expected.book.names),
  sheet_data: (rule, both) => {
    const sheets = bothSheets(rule, both);
    if (sheets === null) return false;
    return isSameFrame(readDataFrame(sheets[0]), readDataFrame(sheets[1]), Number(rule.precision ?? 4));
  },
  sheet_print: async (rule, both) => {
    const [chosenSheet, other] = chosen(rule, both);
    const [actual, gold] = [await printedSheet(chosenSheet), await printedSheet(other)];
    if (actual === null) return false;
    if (gold === null && rule.ignore_case)
      throw new MetricFault('A printed sheet is missing.', 'result', { path: other.path });
    const even = (lines: string[]): string[] => (rule.ignore_case ? lines.map((line) => line.toLowerCase()) : lines);
    return gold !== null && isEqual(even(actual), even(gold));
  },
  sheet_fuzzy: (rule, both) => areSheetsAlike(rule, ...chosen(rule, both), both.rules),
  sparkline: sameReading((sheet) => readSparklines(sheet)),
  chart: sameReading((sheet, rule, { rules }) => readCharts(sheet, names(rule, 'chart_props'), rules)),
  pivot_table: sameReading((sheet, rule) => readPivots(sheet, names(rule, 'pivot_props'))),
  style: sameReading((sheet, rule) => readSheetStyles(sheet, names(rule, 'props'))),
  row_props: sameReading((sheet, rule) => readDimensions(sheet, 'row', names(rule, 'props'))),
  col_props: sameReading((sheet, rule) => readDimensions(sheet, 'column', names(rule, 'props'))),
  filter: sameReading((sheet) => readFilter(sheet)),
  freeze: (rule, both) => {
    const sheets = bothSheets(rule, both);
    return sheets !== null && sheets[0].freeze === sheets[1].freeze;
  },
  zoom: (rule, both) => {
    const { sheet } = chooseSheet(field(rule, 'sheet_idx'), both.result, both.expected);
    return sheet !== null && matchesRule(sheet.zoom, rule);
  },
  data_validation: (rule, both) => {
    const { sheet } = chooseSheet(field(rule, 'sheet_idx'), both.result, both.expected);
    if (sheet === null) return false;
    const validations = readValidations(sheet);
    const wanted = fieldList(rule, 'dv_props').filter(isTable);
    if (validations.length < wanted.length) return false;
    return validations.every((validation) =>
      wanted.some((properties) =>
        Object.entries(properties).every(([name, member]) => matchesRule(validation[name] ?? null, member)),
      ),
    );
  },
  check_cell: (rule, both) => {
    const { sheet, book, name } = chooseSheet(field(rule, 'sheet_idx'), both.result, both.expected);
    if (sheet === null) return false;
    const coordinate = fieldText(rule, 'coordinate');
    const wanted = field(rule, 'props');
    if (!isTable(wanted)) throw new MetricFault('check_cell needs props.', 'task');
    try {
      return Object.entries(wanted).every(([property, methods]) => {
        const value = orNull(() =>
          property === 'value'
            ? readCellValue(book, name, coordinate, both.rules)
            : readCellStyle(property, sheet, coordinate),
        );
        return matchesRule(value, methods);
      });
    } catch (error) {
      if (error instanceof MetricFault && error.blame === 'result') return false;
      throw error;
    }
  },
};

export const tableRules: ReadonlySet<string> = new Set(Object.keys(checks));

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof MetricFault) return null;
    throw error;
  }
}
