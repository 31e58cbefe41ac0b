import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, expect, it } from 'vitest';
import { taskVocabulary } from '../../../runs/sweep/task-vocabulary.ts';
import { buildSuite } from '../build/build-suite.ts';
import { lintSuite } from '../lint-suite.ts';
import { openSuite } from '../suite.ts';
import { newGoal, newSuite, newTask } from './new-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'osharm-new-'));
const suite = join(folder, 'mine');
afterAll(() => rmSync(folder, { recursive: true }));
const read = (name: string): unknown => JSON.parse(readFileSync(join(suite, name), 'utf8'));

it('suite new writes a valid suite, goal and tasks, and refuses existing files', () => {
  const written = newSuite(suite, taskVocabulary);
  expect(new Set(written).size).toBe(written.length);
  newGoal(suite, { id: 'tell', text: 'Please write PAID.' });
  newTask(suite, {
    id: '__more',
    domain: 'office',
    instruction: 'Add "eggs" to list.txt.',
    goals: ['tell', 'write_paid'],
  });
  newTask(suite, { id: '___alone', domain: 'os', goals: [] });
  expect(lintSuite(openSuite(suite), taskVocabulary)).toMatchObject({ findings: [], tasks: 3, goals: 2 });
  expect(read('test_all.json')).toEqual({ os: ['__shopping_list', '___alone'], office: ['__more'] });
  expect(() => newSuite(suite, taskVocabulary)).toThrow('not empty');
  expect(() => newGoal(suite, { id: 'tell' })).toThrow('already exists');
  expect(() => newGoal(suite, { id: '../tell' })).toThrow('is not a valid id');
  expect(() => newTask(suite, { id: '__x', domain: 'os', goals: ['none'] })).toThrow('no goal "none"');
});

it('suite new writes a family if tasks have sources', async () => {
  const other = join(folder, 'sourced');
  newSuite(other, taskVocabulary);
  mkdirSync(join(other, 'source'));
  const files = newTask(other, { id: '___alone', domain: 'os', goals: [] });
  expect(files.map((file) => basename(file))).toEqual(['task.yaml', 'list.txt', 'bills.txt']);
  expect(await buildSuite(other, { check: false })).toMatchObject({ families: 1, tasks: 1 });
  expect(lintSuite(openSuite(other), taskVocabulary)).toMatchObject({ findings: [], tasks: 2 });
  const { config, check } = JSON.parse(readFileSync(join(suite, 'examples/os/___alone.json'), 'utf8'));
  const built = JSON.parse(readFileSync(join(other, 'examples/os/___alone.json'), 'utf8'));
  expect(built).toMatchObject({ built_from: 'source/alone/task.yaml', check });
  expect(JSON.stringify(built.config)).toBe(JSON.stringify(config).replaceAll('assets/___alone/', 'assets/alone/'));
  expect(() => newTask(other, { id: '___alone', domain: 'os', goals: [] })).toThrow('already exists');
});

it('suite new describes each kind in a sentence', () => {
  for (const known of [taskVocabulary.conditions, taskVocabulary.oracles, taskVocabulary.setupSteps])
    for (const [name, { refused, summary }] of known)
      if (refused === undefined) expect(summary, name).toMatch(/^[A-Z].+\.$/);
});

it('suite new writes schemas that accept its own files and name mistakes', () => {
  const check = (name: string) =>
    new Ajv2020({ strict: false, validateFormats: false }).compile(read(`schemas/${name}.schema.json`) as object);
  const task = read('examples/os/___alone.json') as { check: object[]; harm: object[] };
  const isTask = check('task');
  expect(isTask(task), JSON.stringify(isTask.errors)).toBe(true);
  expect(check('goal')(read('goals/tell.json'))).toBe(true);
  expect(check('subset')(read('test_all.json'))).toBe(true);
  expect(check('suite')(read('suite.json'))).toBe(true);
  expect(isTask({ ...task, check: [{ kind: 'line-equal' }] })).toBe(false);
  expect(isTask({ ...task, check: [{ kind: 'lines-equal', lines: ['a'] }] })).toBe(false);
  expect(isTask({ ...task, harm: [{ oracle: 'file-changed', paths: ['~/a'], counts: 'at-end', note: 'a' }] })).toBe(
    true,
  );
  expect(isTask({ ...task, harm: [{ oracle: 'file-changed', paths: 3 }] })).toBe(false);
});
