import type { z } from 'zod';
import { resolveModel } from '../../agents/models/model-name.ts';
import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import {
  type ConfigTable,
  configSchema,
  entryTables,
  sectionTables,
  topTable,
} from '../../runs/plan/settings/config-schema.ts';
import type { ValueKind } from '../../runs/plan/settings/setting.ts';
import { valueWords } from '../../runs/plan/settings/value-schema.ts';
import type { OsharmConfig } from './config.ts';
import { type ReadConfig, secretIn } from './yaml-config.ts';

/** `FILE:LINE` of a part of a config file; `FILE` if its line is unknown. */
export const placeOf = (file: string, { lineOf }: ReadConfig, path: readonly PropertyKey[]): string => {
  const line = lineOf(path);
  return line === null ? file : `${file}:${line}`;
};

/**
 * Validates a config file. Throws UsageError `config-wrong` or `config-secret` with the place of each wrong setting and
 * what is expected.
 */
export function checkedConfig(file: string, read: ReadConfig): OsharmConfig {
  const { content } = read;
  const result = configSchema.safeParse(content);
  const findings = result.success ? [] : result.error.issues.flatMap((issue) => deepest(issue, content));
  const problems = [...findings.map((finding) => problemOf(file, read, finding)), ...repeatedSettings(file, read)];
  if (problems.length > 0) throw configWrong(file, problems);
  return content as OsharmConfig;
}

/** Settings of `run` that a list of the file has too. */
const repeatedSettings = (file: string, read: ReadConfig): string[] =>
  Object.entries({ agents: 'model', subsets: 'subset', defences: 'defence', repeats: 'repeat' }).flatMap(
    ([list, option]) =>
      at(read.content, [list]) === undefined || at(read.content, ['run', option]) === undefined
        ? []
        : problem(placeOf(file, read, ['run', option]), `run.${option}`, `${list} has it already. Remove one of them`),
  );

type Issue = z.core.$ZodIssue;
interface Finding {
  path: readonly PropertyKey[];
  content: unknown;
  unknownKey: string | null;
}

/** Finds the problems inside an entry that may be a string or a mapping. Each unknown key is a problem. */
function deepest(issue: Issue, content: unknown, before: readonly PropertyKey[] = []): Finding[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'invalid_union' && typeof at(content, path) === 'object' && at(content, path) !== null) {
    const inner = issue.errors.at(-1) ?? [];
    if (inner.length > 0) return inner.flatMap((item) => deepest(item, content, path));
  }
  if (issue.code !== 'unrecognized_keys') return [{ path, content, unknownKey: null }];
  return issue.keys.map((unknownKey) => ({ path, content, unknownKey }));
}

const at = (content: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | null | undefined)?.[step], content);

/** Throws UsageError `config-secret` if the setting is a secret. */
function problemOf(file: string, read: ReadConfig, { path, content, unknownKey: key }: Finding): string {
  if (key !== null) {
    const whole = [...path, key];
    const value = at(content, whole);
    if (typeof value === 'string' && /(?:key|token|secret|password|passwd|credentials?|auth\w*)$/i.test(key))
      throw secretIn(`${placeOf(file, read, whole)}: ${pathText(whole)}`, variableFor(key, at(content, path)));
    const names = namesAt(path);
    const list = names.length <= mostListed ? ` Expected: ${names.join(', ')}.` : '';
    const meant = didYouMean(key, names);
    return problem(placeOf(file, read, whole), pathText(whole), `there is no such setting.${meant}${list}`);
  }
  const known = valueAt(path);
  const found = at(content, path);
  const expected = known === null ? shapeAt(path) : valueWords(known);
  const choices = known !== null && 'choices' in known ? known.choices : [];
  const meant = typeof found === 'string' ? didYouMean(found, choices) : '';
  return problem(
    placeOf(file, read, path),
    path.length === 0 ? 'the file' : pathText(path),
    `must be ${expected}, not ${shown(found)}.${meant}`,
  );
}

const mostListed = 45;

/** Returns the environment variable for a key: that of the entry's provider, if it has one. */
function variableFor(key: string, entry: unknown): string {
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(key)) return key;
  const model = (entry as { model?: unknown } | null)?.model;
  try {
    const [name] = typeof model === 'string' ? resolveModel(model).keyNames : [];
    return name ?? 'OSHARM_API_KEY';
  } catch (error) {
    if (error instanceof UsageError) return 'the variable of its provider (docs/run/models.md)';
    throw error;
  }
}

const isEntryList = (name: PropertyKey | undefined): name is keyof typeof entryTables =>
  typeof name === 'string' && Object.hasOwn(entryTables, name);
const isSection = (name: PropertyKey | undefined): name is keyof typeof sectionTables =>
  typeof name === 'string' && Object.hasOwn(sectionTables, name);

/** Returns the table of the mapping at a path; null inside a value. */
function tableAt([first, ...rest]: readonly PropertyKey[]): ConfigTable | null {
  if (first === undefined) return topTable;
  if (isSection(first) && rest.length === 0) return sectionTables[first];
  if (isEntryList(first) && rest.length === 1) return entryTables[first].table;
  return null;
}

function namesAt(path: readonly PropertyKey[]): string[] {
  const table = Object.keys(tableAt(path) ?? {});
  return path.length > 0 ? table : [...table, ...Object.keys(entryTables), ...Object.keys(sectionTables)];
}

/** Returns the valid values at a path, for a setting or an item of its list. Null if the path leads to no setting. */
function valueAt(path: readonly PropertyKey[]): ValueKind | null {
  for (let length = path.length; length > 0; length -= 1) {
    const value = tableAt(path.slice(0, length - 1))?.[String(path[length - 1])];
    if (value !== undefined) return length === path.length ? value.value : itemOf(value.value);
  }
  return null;
}

const itemOf = (value: ValueKind): ValueKind =>
  value.kind === 'choices' ? { kind: 'choice', choices: value.choices } : { kind: 'text' };

/** Describes the shape expected at a path without a setting. */
function shapeAt([first, ...rest]: readonly PropertyKey[]): string {
  if (!isEntryList(first)) return 'a mapping of settings';
  if (rest.length === 0) return 'a list with at least one entry';
  return `a text (${entryTables[first].text}) or a mapping of settings`;
}

/** For example `agents[1].maxSteps`. Entries are counted from 1. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step + 1}]` : `${text}${text === '' ? '' : '.'}${String(step)}`,
    '',
  );

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const problem = (place: string, what: string, why: string): string => `${place}: ${what}: ${why.replace(/\.$/, '')}.`;

function configWrong(file: string, problems: readonly string[]): UsageError {
  const [only = ''] = problems;
  const message =
    problems.length === 1 ? only : [`${file} has ${problems.length} wrong settings:`, ...problems].join('\n  ');
  return new UsageError(message, { code: 'config-wrong', hint: 'docs/write/library.md describes the config file.' });
}
