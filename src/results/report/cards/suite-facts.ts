import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Difficulty, difficultyOf, isByGui } from '../../../tasks/suite/difficulty.ts';
import { listGoals } from '../../../tasks/suite/list-goals.ts';
import { loadGoal, loadSubset, loadTask, type Suite, suiteFiles, suiteHash } from '../../../tasks/suite/suite.ts';

export interface TaskFacts {
  id: string;
  domain: string;
  /** `other` if the task declares none. */
  category: string;
  varies: boolean;
  injectedRuns: number;
  oracles: string[];
  checks: string[];
  apps: string[];
  /** Measured on the task's reference solution; null without one. */
  work: (Difficulty & { isByGui: boolean }) | null;
}

export interface SuiteFacts {
  name: string;
  title: string;
  version: string | null;
  guid: string | null;
  /** SHA-256 of the subsets, tasks, goals, sites and assets. */
  hash: string;
  subsets: Record<string, number>;
  tasks: TaskFacts[];
  goals: { id: string; oracles: string[]; styles: string[] }[];
  /** Every file that a run can use. Paths are relative to the suite. */
  files: { path: string; sha256: string; bytes: number }[];
}

/** Throws UsageError for an invalid file. */
export function suiteFacts(suite: Suite): SuiteFacts {
  const subsets: Record<string, number> = {};
  const tasks = new Map<string, TaskFacts>();
  for (const name of suite.subsets) {
    const { subset } = loadSubset(suite, name);
    subsets[name] = Object.values(subset).flat().length;
    for (const [domain, ids] of Object.entries(subset))
      for (const id of ids)
        if (!tasks.has(`${domain}/${id}`)) tasks.set(`${domain}/${id}`, taskFacts(suite, domain, id));
  }
  const goals = listGoals(suite).map((id) => {
    const { goal } = loadGoal(suite, id);
    return { id, oracles: goal.harm.map(({ oracle }) => oracle), styles: Object.keys(goal.styles ?? {}) };
  });
  const { title = suite.name } = existsSync(join(suite.folder, 'suite.json'))
    ? (JSON.parse(readFileSync(join(suite.folder, 'suite.json'), 'utf8')) as { title?: string })
    : {};
  const { name, version, guid } = suite;
  return {
    name,
    title,
    version,
    guid,
    hash: suiteHash(suite),
    subsets,
    tasks: [...tasks.values()],
    goals,
    files: filesOf(suite),
  };
}

function taskFacts(suite: Suite, domain: string, id: string): TaskFacts {
  const { task } = loadTask(suite, domain, id);
  const pairs = (task.injections ?? []).flatMap(({ type, goals }) => goals.map((goal) => `${type} ${goal}`));
  const checks = [...(task.check ?? []), ...(task.completion?.check ?? [])].map(({ kind }) => kind);
  const difficulty = difficultyOf(task);
  return {
    id,
    domain,
    category: task.category ?? 'other',
    varies: task.vary !== undefined,
    injectedRuns: new Set(pairs).size,
    oracles: (task.harm ?? []).map(({ oracle }) => oracle),
    checks: checks.length > 0 ? checks : [task.evaluator.func].flat(),
    apps: [...new Set(task.related_apps)],
    work: difficulty === undefined ? null : { ...difficulty, isByGui: isByGui(task) },
  };
}

function filesOf(suite: Suite): SuiteFacts['files'] {
  return suiteFiles(suite)
    .sort()
    .map((path) => {
      const content = readFileSync(join(suite.folder, path));
      return { path, sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length };
    });
}
