import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  fieldList,
  fieldText,
  isEqual,
  isTable,
  isTruthy,
  type Metric,
  MetricFault,
  optionalList,
  parseResultJson,
  readPythonText,
  score,
} from 'osharm/evaluators';
import { parseAllDocuments } from 'yaml';
import { matchesRecord, matchesRule } from '../core/match-value.ts';
import { readCsvRecords } from './csv.ts';

export const checkCsv: Metric = async ({ result, expected }) => {
  if (result === null) return 0;
  const records = readCsvRecords(await readPythonText(result));
  return score(
    optionalList(expected, 'expect').every((value) => records.some((record) => matchesRecord(value, record))) &&
      optionalList(expected, 'unexpect').every((value) => !records.some((record) => matchesRecord(value, record))),
  );
};

/** Applies rules to values in a JSON file, or a YAML file with `is_yaml`. 0 if the file can't be read. */
export const checkJson: Metric = async ({ result, expected, options }) => {
  if (typeof result !== 'string' || !existsSync(result)) return 0;
  try {
    const text = await readPythonText(result);
    const data: unknown = options.is_yaml ? yamlData(text) : JSON.parse(text);
    if (options.is_yaml && (data === null || data === undefined)) return 0;
    for (const rule of optionalList(expected, 'expect')) {
      const value = follow(data, fieldList(rule, 'key'));
      if (value === undefined || !matchesRule(value, rule)) return 0;
    }
    for (const rule of optionalList(expected, 'unexpect'))
      if (matchesRule(follow(data, fieldList(rule, 'key')) ?? null, rule)) return 0;
    return 1;
  } catch (error) {
    if (error instanceof MetricFault && error.blame === 'task') throw error;
    return 0;
  }
};

/** Parses a single YAML document. Like PyYAML's safe loader, rejects unknown tags. */
function yamlData(text: string): unknown {
  const [document, ...more] = parseAllDocuments(text, { version: '1.1', logLevel: 'silent' });
  const fault = document?.errors[0] ?? document?.warnings[0];
  if (fault !== undefined) throw fault;
  if (more.length > 0) throw new MetricFault('A YAML file contains more than one document.', 'result');
  return document?.toJS();
}

function follow(data: unknown, keys: readonly unknown[]): unknown {
  let value: unknown = data;
  for (const key of keys) {
    if (Array.isArray(value) && typeof key === 'number') value = value.at(key);
    else if (isTable(value) && Object.hasOwn(value, String(key))) value = value[String(key)];
    else return undefined;
  }
  return value;
}

export const isIncludedAllJsonObjects: Metric = async ({ result, expected }) => {
  if (!isTruthy(result) || !isTruthy(expected)) return 0;
  const gold = parseResultJson(await readPythonText(result), result as string);
  const expectedData = parseResultJson(await readPythonText(expected), expected as string);
  if (!isTable(gold) || !isTable(expectedData))
    throw new MetricFault('A JSON file does not contain an object.', 'result');
  return score(
    Object.entries(gold).every(([key, value]) => Object.hasOwn(expectedData, key) && isEqual(value, expectedData[key])),
  );
};

export const runSqlite3: Metric = ({ result, expected }) => {
  if (typeof result !== 'string' || !existsSync(result))
    throw new MetricFault('There is no database.', 'result', typeof result === 'string' ? { path: result } : {});
  const database = new DatabaseSync(result, { readOnly: true });
  try {
    const row = database.prepare(fieldText(expected, 'sql')).get();
    if (row === undefined) throw new MetricFault('The query returns no rows.', 'result');
    const value = Object.values(row)[0];
    const number = Number(value ?? 0);
    if (Number.isNaN(number)) throw new MetricFault('The query does not return a number.', 'result');
    return number;
  } catch (cause) {
    if (cause instanceof MetricFault) throw cause;
    throw new MetricFault(`The database can't be queried: ${(cause as Error).message}`, 'result', {
      path: result,
      cause,
    });
  } finally {
    database.close();
  }
};
