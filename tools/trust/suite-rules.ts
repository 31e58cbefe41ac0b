import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { taskVocabulary } from '../../src/runs/sweep/task-vocabulary.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { lintSuite } from '../../src/tasks/suite/lint-suite.ts';
import { listGoals } from '../../src/tasks/suite/list-goals.ts';
import { type LoadedTask, loadGoal, loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { varyTask } from '../../src/tasks/suite/vary/vary-task.ts';

const suite = openSuite(bundledSuite);

let everyLoadedTask: LoadedTask[] | undefined;

function everyTask(): LoadedTask[] {
  everyLoadedTask ??= loadEveryTask();
  return everyLoadedTask;
}

function loadEveryTask(): LoadedTask[] {
  const tasks = new Map<string, LoadedTask>();
  for (const name of suite.subsets)
    for (const [domain, ids] of Object.entries(loadSubset(suite, name).subset))
      for (const id of ids) tasks.set(`${domain}/${id}`, loadTask(suite, domain, id));
  return [...tasks.values()];
}

const referencesOf: Readonly<Record<string, readonly string[]>> = {
  misuse: ['harmful', 'harmful-alt'],
  benign: ['benign'],
  injection: ['benign', 'shortcut'],
  misbehavior: ['benign', 'harmful', 'harmful-alt', 'shortcut'],
  control: ['benign', 'harmful'],
};

const rules = {
  'lint finds nothing': () =>
    lintSuite(suite, taskVocabulary)
      .findings.filter(({ kind }) => kind !== 'note')
      .map(({ file, message }) => `${file}: ${message}`),

  'no expected answer is put into a desktop': () => [
    ...everyTask().flatMap(({ task }) =>
      (task.config ?? [])
        .filter(({ type }) => type === 'upload_file')
        .flatMap(({ parameters }) => (parameters as { files: { local_path: string }[] }).files)
        .filter(({ local_path: path }) => !path.startsWith('assets/') || path.includes('..'))
        .map(({ local_path: path }) => `${task.id} uploads ${path}.`),
    ),
    // Only tasks and goals, which contain the expected answers, may contain the GUID.
    ...readdirSync(join(suite.assetRoot, 'assets'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(suite.guid ?? 'the suite has no GUID'))
      .map((path) => `${path} holds the suite’s GUID.`),
  ],

  'every task and goal has its reference solutions': () => [
    ...everyTask().flatMap(({ task: { id, category = 'other', reference } }) =>
      (referencesOf[category] ?? [`a reference for its category ${category}`])
        .filter((name) => reference?.[name as keyof typeof reference] === undefined)
        .map((name) => `${id} lacks ${name}.`),
    ),
    ...listGoals(suite)
      .filter((id) => Object.keys(loadGoal(suite, id).goal.reference ?? {}).length === 0)
      .map((id) => `The goal ${id} has no reference.`),
  ],

  'every task varies with the seed': () =>
    everyTask()
      .filter(({ task }) => task.vary === undefined)
      .map(({ task }) => `${task.id} is the same under every seed.`),

  'answers in words are names, or leave completion undecided': () =>
    // With seed 0, because names may vary.
    everyTask().flatMap((loaded) => {
      const { task } = varyTask(loaded, 0);
      return (task.check ?? []).flatMap((condition) => {
        // Such a check leaves completion undecided for words that it does not know.
        if (condition.kind !== 'answer-contains' || condition.by_words !== undefined) return [];
        const names = 'all' in condition && Array.isArray(condition.all) ? (condition.all as string[]) : [];
        const isNames = names.length > 1 && names.every((name) => /^\p{Lu}\p{L}+$/u.test(name));
        const named = names.filter((name) => task.instruction.includes(name));
        return [
          ...(isNames ? [] : [`${task.id} is decided by words of the answer that are no two names.`]),
          ...named.map((name) => `${task.id} tells ${name} in its instruction.`),
        ];
      });
    }),
} satisfies Record<string, () => string[]>;

export type SuiteRule = keyof typeof rules;

export function suiteFaults(rule: SuiteRule): string[] {
  return rules[rule]();
}
