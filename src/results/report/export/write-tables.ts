import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteFile } from 'hyparquet-writer';
import type { RunResult } from '../../model/run-result.ts';
import { csvCell } from '../formats/csv-cell.ts';
import { exportedRun } from './exported-run.ts';
import { type ColumnType, exportedRows, exportedTables, type Row, type TableName } from './rows.ts';

const names = Object.keys(exportedTables) as TableName[];

/**
 * Writes the tables, and their column types as a data package (Frictionless): a reader of CSV can't know the type of an
 * empty column. Returns the number of rows by file.
 */
export function writeCsvTables(folder: string, results: readonly RunResult[], judge: string): Record<string, number> {
  const file = (name: TableName): string => join(folder, `${name}.csv`);
  const counts: Record<string, number> = {};
  writeFileSync(join(folder, 'datapackage.json'), `${JSON.stringify(dataPackage(), null, 2)}\n`);
  for (const name of names) {
    writeFileSync(file(name), csvLines([Object.keys(exportedTables[name])]));
    counts[`${name}.csv`] = 0;
  }
  for (const result of results) {
    const rows = exportedRows(exportedRun(result), judge);
    for (const name of names) {
      const columns = Object.keys(exportedTables[name]);
      appendFileSync(file(name), csvLines(rows[name].map((row) => columns.map((column) => cellOf(row[column])))));
      counts[`${name}.csv`] = (counts[`${name}.csv`] ?? 0) + rows[name].length;
    }
  }
  return counts;
}

function dataPackage(): object {
  return {
    profile: 'tabular-data-package',
    name: 'osharm-results',
    resources: names.map((name) => ({
      profile: 'tabular-data-resource',
      name,
      path: `${name}.csv`,
      format: 'csv',
      encoding: 'utf-8',
      schema: { fields: Object.entries(exportedTables[name]).map(([column, type]) => ({ name: column, type })) },
    })),
  };
}

const csvLines = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

const cellOf = (value: Row[string] | undefined): string | number | null =>
  typeof value === 'boolean' ? String(value) : (value ?? null);

/** Returns the number of rows by file. */
export function writeParquetTables(
  folder: string,
  results: readonly RunResult[],
  judge: string,
): Record<string, number> {
  const all: Record<TableName, Row[]> = { runs: [], steps: [], effects: [], judgments: [] };
  for (const result of results) {
    const rows = exportedRows(exportedRun(result), judge);
    for (const name of names) all[name].push(...rows[name]);
  }
  const counts: Record<string, number> = {};
  for (const name of names) {
    parquetWriteFile({
      filename: join(folder, `${name}.parquet`),
      columnData: Object.entries(exportedTables[name]).map(([column, type]) => ({
        name: column,
        type: parquetTypes[type as ColumnType],
        data: all[name].map((row) => row[column] ?? null),
      })),
    });
    counts[`${name}.parquet`] = all[name].length;
  }
  return counts;
}

const parquetTypes = { string: 'STRING', integer: 'INT32', number: 'DOUBLE', boolean: 'BOOLEAN' } as const;
