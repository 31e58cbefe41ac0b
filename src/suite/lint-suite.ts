import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { UsageError } from '../errors.ts';
import { downloadsOfTask } from './downloaded-files.ts';
import { osHarmGoalFiles } from './imported/os-harm-goal.ts';
import { lintEvaluator } from './lint/lint-evaluator.ts';
import { lintMachine } from './lint/lint-machine.ts';
import { lintOrder } from './lint/lint-order.ts';
import { lintOtherFiles } from './lint/lint-other-files.ts';
import { osworldFields } from './lint/osworld-fields.ts';
import { readLinted } from './lint/read-file.ts';
import { FileLint } from './lint-fields.ts';
import { doubledHosts } from './lint-hosts.ts';
import type { LintFinding, LintWords, WantedDownload } from './lint-words.ts';
import { listGoals } from './list-goals.ts';
import type { Suite } from './suite.ts';
import { type Category, categories, type Goal, goalSchema, manifestSchema, type Task, taskSchema } from './task.ts';
import { varyTask } from './vary/vary-task.ts';

export interface LintReport {
  suite: string;
  folder: string;
  manifests: number;
  tasks: number;
  goals: number;
  /** Files that tasks download: all, those that are not here yet, and the hosts that have them. */
  downloads: { files: number; missing: number; hosts: string[] };
  findings: LintFinding[];
}

/**
 * Looks for mistakes in every manifest, task and goal of a suite, starting nothing. In a checkout of OS-Harm or OSWorld also for what this machine's
 * desktops can't do, and there no checks, harms or reference solutions of ours are asked for.
 */
export function lintSuite(suite: Suite, words: LintWords): LintReport {
  const findings: LintFinding[] = [];
  const from = { folder: suite.folder, findings };
  const tasks = new Map<string, Task>();
  for (const path of jsonFiles(join(suite.folder, 'examples'))) {
    const task = readLinted(path, 'task', taskSchema, { ...from, strict: osworldFields });
    const varied = task === null ? null : withVariation(path, task, suite, findings);
    if (varied !== null) tasks.set(relative(join(suite.folder, 'examples'), path).replace(/\.json$/, ''), varied);
  }
  const goals = new Map<string, Goal>();
  for (const path of jsonFiles(join(suite.folder, 'goals'))) {
    const goal = readLinted(path, 'goal', goalSchema, from);
    if (goal !== null) goals.set(basename(path, '.json'), goal);
  }
  const listed = lintManifests(suite, tasks, findings);
  findings.push(...lintOtherFiles(suite, words));
  const around = { suite, words, goals: new Set(listGoals(suite)), doubled: doubledHosts(suite) };
  for (const [name, task] of tasks) findings.push(...lintTask(name, task, listed.get(name) ?? [], around));
  for (const [name, goal] of goals) findings.push(...lintGoal(name, goal, around));
  findings.push(...duplicateIds(tasks));
  return {
    suite: suite.name,
    folder: suite.folder,
    manifests: suite.manifests.length,
    tasks: tasks.size,
    goals: around.goals.size,
    downloads: downloadsOf([...tasks.values()], suite, words),
    findings: findings.sort((a, b) => a.file.localeCompare(b.file) || a.field.localeCompare(b.field)),
  };
}

/** What all files of a suite are looked at with. */
interface Around {
  suite: Suite;
  words: LintWords;
  /** Ids of the goals that there are. */
  goals: ReadonlySet<string>;
  doubled: ReadonlySet<string>;
}

/** Files that tasks name by their address: how many there are, how many are here already, and from where the others would come. */
function downloadsOf(tasks: readonly Task[], suite: Suite, words: LintWords): LintReport['downloads'] {
  const wanted = new Map<string, WantedDownload>();
  for (const task of tasks)
    for (const { url, path } of downloadsOfTask(task))
      if (!wanted.has(url)) wanted.set(url, { url, path, taskId: task.id, suiteFolder: suite.assetRoot });
  const missing = [...wanted.values()].filter((one) => !words.isAtHand(one));
  const hosts = missing.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).hostname] : []));
  return { files: wanted.size, missing: missing.length, hosts: [...new Set(hosts)].sort() };
}

/** The task as seed 0 makes it: what is looked at is what would run. */
function withVariation(path: string, task: Task, suite: Suite, findings: LintFinding[]): Task | null {
  try {
    return varyTask({ task, raw: {}, domain: '', path, hash: '' }, 0).task;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    findings.push({
      kind: 'mistake',
      file: relative(suite.folder, path),
      field: 'vary',
      message: error.message.replace(`${path}: `, ''),
    });
    return null;
  }
}

function lintTask(name: string, task: Task, manifests: string[], around: Around): LintFinding[] {
  const { suite, words, goals, doubled } = around;
  const lint = new FileLint(`examples/${name}.json`, suite.assetRoot, words);
  if (task.id !== basename(name))
    lint.add('id', `is ${JSON.stringify(task.id)}, the file's name says ${JSON.stringify(basename(name))}`);
  lint.steps(task.config, 'config');
  lint.steps(task.evaluator.postconfig ?? [], 'evaluator.postconfig');
  lintOrder(task.config, 'config', lint);
  lint.injections(task, goals, suite.isCheckout);
  if (suite.isCheckout) goalFiles(task, suite.assetRoot, lint);
  for (const stale of ['injection_vectors', 'injection_goals'])
    if (stale in task) lint.add(stale, 'is an older form of injections and is not read', 'note');
  if (suite.isCheckout) {
    lintEvaluator(task, lint, words);
    lintMachine(task, lint, words, doubled);
  } else lintOurs(task, manifests, lint, words, doubled);
  return lint.findings;
}

/** What a task of ours must have beside OS-Harm's fields. */
function lintOurs(
  task: Task,
  manifests: string[],
  lint: FileLint,
  words: LintWords,
  doubled: ReadonlySet<string>,
): void {
  const named = manifests.filter((manifest): manifest is Category =>
    (categories as readonly string[]).includes(manifest),
  );
  const category = task.category ?? named[0];
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
  lint.hosts(task, doubled);
}

function lintGoal(name: string, goal: Goal, { suite, words, doubled }: Around): LintFinding[] {
  const lint = new FileLint(`goals/${name}.json`, suite.assetRoot, words);
  if (goal.id !== name) lint.add('id', `is ${JSON.stringify(goal.id)}, the file's name says ${JSON.stringify(name)}`);
  lint.canaries(goal.text, 'text');
  lint.steps(goal.config, 'config');
  lint.harms(goal.harm, 'harm');
  if (goal.harm.length === 0) lint.add('harm', 'names no oracle');
  if (Object.keys(goal.reference).length === 0) lint.add('reference', 'names no route');
  for (const route of Object.keys(goal.reference)) lint.script(goal.reference, route, true);
  lint.hosts(goal, doubled);
  return lint.findings;
}

/** Which manifests list a task (`domain/id`). */
function lintManifests(suite: Suite, tasks: ReadonlyMap<string, Task>, findings: LintFinding[]): Map<string, string[]> {
  const listed = new Map<string, string[]>();
  for (const name of suite.manifests) {
    const file = `test_${name}.json`;
    const manifest =
      readLinted(join(suite.folder, file), 'manifest', manifestSchema, { folder: suite.folder, findings }) ?? {};
    for (const [domain, ids] of Object.entries(manifest)) {
      ids.forEach((id, index) => {
        const task = `${domain}/${id}`;
        const field = `${domain}.${index}`;
        const isThere = existsSync(join(suite.folder, 'examples', `${task}.json`));
        if (!isThere)
          findings.push({
            kind: 'mistake',
            file,
            field,
            message: `names ${id}, and there is no examples/${task}.json`,
          });
        if (ids.indexOf(id) !== index)
          findings.push({ kind: 'mistake', file, field, message: `${id} is listed twice` });
        if (tasks.has(task)) listed.set(task, [...(listed.get(task) ?? []), name]);
      });
    }
  }
  if (suite.manifests.length === 0)
    findings.push({ kind: 'mistake', file: '.', field: '', message: 'has no manifest (test_*.json)' });
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
        kind: 'mistake',
        file: `examples/${name}.json`,
        field: 'id',
        message: `is also the id of examples/${other}.json`,
      });
  }
  return findings;
}

function jsonFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

/** What OS-Harm puts into the desktop for a goal must be in the checkout. */
function goalFiles(task: Task, checkout: string, lint: FileLint): void {
  for (const [at, { goals }] of (task.injections ?? []).entries()) {
    for (const [place, id] of goals.entries()) {
      if (goals.indexOf(id) !== place) continue;
      for (const file of osHarmGoalFiles(checkout, id))
        if (!existsSync(join(checkout, file)))
          lint.add(`injections.${at}.goals.${place}`, `${id} needs ${file}, which is not there`);
    }
  }
}
