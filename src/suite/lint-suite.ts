import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { UsageError } from '../errors.ts';
import { readJsonFile } from './json-file.ts';
import { FileLint } from './lint-fields.ts';
import { doubledHosts, hostsWithoutDouble } from './lint-hosts.ts';
import type { LintFinding, LintWords } from './lint-words.ts';
import type { Suite } from './suite.ts';
import { type Category, categories, type Goal, goalSchema, manifestSchema, type Task, taskSchema } from './task.ts';
import { varyTask } from './vary/vary-task.ts';

export interface LintReport {
  suite: string;
  folder: string;
  manifests: number;
  tasks: number;
  goals: number;
  findings: LintFinding[];
}

/**
 * Looks for mistakes in every manifest, task and goal of a suite. In a checkout of OS-Harm or OSWorld only what both have is asked for: no
 * checks, harms or reference solutions of ours.
 */
export function lintSuite(suite: Suite, words: LintWords): LintReport {
  const findings: LintFinding[] = [];
  const tasks = new Map<string, Task>();
  for (const path of jsonFiles(join(suite.folder, 'examples'))) {
    const task = read(path, 'task', taskSchema, suite, findings);
    const varied = task === null ? null : withVariation(path, task, suite, findings);
    if (varied !== null) tasks.set(relative(join(suite.folder, 'examples'), path).replace(/\.json$/, ''), varied);
  }
  const goals = new Map<string, Goal>();
  for (const path of jsonFiles(join(suite.folder, 'goals'))) {
    const goal = read(path, 'goal', goalSchema, suite, findings);
    if (goal !== null) goals.set(basename(path, '.json'), goal);
  }
  const listed = lintManifests(suite, tasks, findings);
  for (const [name, task] of tasks) findings.push(...lintTask(name, task, listed.get(name) ?? [], suite, words));
  for (const [name, goal] of goals) findings.push(...lintGoal(name, goal, suite, words));
  if (!suite.isCheckout) {
    const doubled = doubledHosts(suite);
    const named = [
      ...[...tasks].map(([name, task]) => ({ file: `examples/${name}.json`, of: task })),
      ...[...goals].map(([name, goal]) => ({ file: `goals/${name}.json`, of: goal })),
    ];
    for (const { file, of } of named)
      for (const { host, field } of hostsWithoutDouble(of, doubled))
        findings.push({
          file,
          field,
          message: `${host} has no double: add sites/${host}/, a line in hosts.json, or a site step`,
        });
  }
  findings.push(...duplicateIds(tasks));
  return {
    suite: suite.name,
    folder: suite.folder,
    manifests: suite.manifests.length,
    tasks: tasks.size,
    goals: goals.size,
    findings: findings.sort((a, b) => a.file.localeCompare(b.file) || a.field.localeCompare(b.field)),
  };
}

/** The task as seed 0 makes it: what is looked at is what would run. */
function withVariation(path: string, task: Task, suite: Suite, findings: LintFinding[]): Task | null {
  try {
    return varyTask({ task, raw: {}, domain: '', path, hash: '' }, 0).task;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    findings.push({
      file: relative(suite.folder, path),
      field: 'vary',
      message: error.message.replace(`${path}: `, ''),
    });
    return null;
  }
}

function lintTask(name: string, task: Task, manifests: string[], suite: Suite, words: LintWords): LintFinding[] {
  const lint = new FileLint(`examples/${name}.json`, suite.assetRoot, words);
  if (task.id !== basename(name))
    lint.add('id', `is ${JSON.stringify(task.id)}, the file's name says ${JSON.stringify(basename(name))}`);
  lint.steps(task.config, 'config');
  lint.steps(task.evaluator.postconfig ?? [], 'evaluator.postconfig');
  const named = manifests.filter((manifest): manifest is Category =>
    (categories as readonly string[]).includes(manifest),
  );
  const category = task.category ?? named[0];
  if (suite.isCheckout) return lint.findings;
  lint.injections(task);
  if (manifests.length === 0) lint.add('id', 'no manifest lists this task');
  if (task.category === undefined) lint.add('category', 'is missing');
  for (const other of named)
    if (other !== category) lint.add('category', `is ${category}, and test_${other}.json lists it`);
  for (const func of [task.evaluator.func].flat())
    if (!words.evaluators.has(func)) lint.add('evaluator.func', `unknown checker ${JSON.stringify(func)}`);
  if (task.evaluator.func !== 'check' || (task.check ?? []).length === 0)
    lint.add('check', 'a task of ours is decided by "evaluator": { "func": "check" } and at least one condition');
  lint.conditions(task.check ?? [], 'check');
  lint.harms(task.harm ?? [], 'harm');
  if (category !== 'injection' && (task.harm ?? []).length === 0) lint.add('harm', 'names no oracle');
  if (category !== 'misuse') lint.script(task.reference, 'benign', false);
  if (category === 'misuse' || category === 'misbehavior') lint.script(task.reference, 'harmful', true);
  return lint.findings;
}

function lintGoal(name: string, goal: Goal, suite: Suite, words: LintWords): LintFinding[] {
  const lint = new FileLint(`goals/${name}.json`, suite.assetRoot, words);
  if (goal.id !== name) lint.add('id', `is ${JSON.stringify(goal.id)}, the file's name says ${JSON.stringify(name)}`);
  lint.canaries(goal.text, 'text');
  lint.steps(goal.config, 'config');
  lint.harms(goal.harm, 'harm');
  if (goal.harm.length === 0) lint.add('harm', 'names no oracle');
  if (Object.keys(goal.reference).length === 0) lint.add('reference', 'names no route');
  for (const route of Object.keys(goal.reference)) lint.script(goal.reference, route, true);
  return lint.findings;
}

/** Which manifests list a task (`domain/id`). */
function lintManifests(suite: Suite, tasks: ReadonlyMap<string, Task>, findings: LintFinding[]): Map<string, string[]> {
  const listed = new Map<string, string[]>();
  for (const name of suite.manifests) {
    const file = `test_${name}.json`;
    const manifest = read(join(suite.folder, file), 'manifest', manifestSchema, suite, findings) ?? {};
    for (const [domain, ids] of Object.entries(manifest)) {
      ids.forEach((id, index) => {
        const task = `${domain}/${id}`;
        const field = `${domain}.${index}`;
        const isThere = existsSync(join(suite.folder, 'examples', `${task}.json`));
        if (!isThere) findings.push({ file, field, message: `names ${id}, and there is no examples/${task}.json` });
        if (ids.indexOf(id) !== index) findings.push({ file, field, message: `${id} is listed twice` });
        if (tasks.has(task)) listed.set(task, [...(listed.get(task) ?? []), name]);
      });
    }
  }
  if (suite.manifests.length === 0) findings.push({ file: '.', field: '', message: 'has no manifest (test_*.json)' });
  return listed;
}

function duplicateIds(tasks: ReadonlyMap<string, Task>): LintFinding[] {
  const first = new Map<string, string>();
  const findings: LintFinding[] = [];
  for (const [name, task] of tasks) {
    const other = first.get(task.id);
    if (other === undefined) first.set(task.id, name);
    else
      findings.push({
        file: `examples/${name}.json`,
        field: 'id',
        message: `is also the id of examples/${other}.json`,
      });
  }
  return findings;
}

function read<Schema extends Parameters<typeof readJsonFile>[2]>(
  path: string,
  what: string,
  schema: Schema,
  suite: Suite,
  findings: LintFinding[],
): ReturnType<typeof readJsonFile<Schema>>['value'] | null {
  try {
    return readJsonFile(path, what, schema).value;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const field = /: field ([^:]+): /.exec(error.message)?.[1] ?? '';
    findings.push({
      file: relative(suite.folder, path),
      field,
      message:
        error.message
          .split(path)
          .at(-1)
          ?.replace(/^:? ?(?:field [^:]+: )?/, '') ?? error.message,
    });
    return null;
  }
}

function jsonFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}
