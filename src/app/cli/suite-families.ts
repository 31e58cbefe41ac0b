import { familyOf } from '../../tasks/suite/family.ts';
import { partOf, type TaskPart } from '../../tasks/suite/part.ts';
import { loadSubset, loadTask, type Suite } from '../../tasks/suite/suite.ts';
import { injectionsIn } from '../../tasks/suite/task.ts';

/**
 * Numbers of runs of one part in one family. A family has a task, its paraphrase (`_aug`), variations (`~b`) and
 * injections, as in `familyOf`. Benign twins and controls are excluded.
 */
export interface SuiteFamily {
  part: TaskPart | null;
  /** Runs of tasks without injections. */
  plain: number;
  /** Plain runs of tasks that carry injections. */
  base: number;
  injected: number;
}

/** Counts the runs of one `osharm run --inject --with-benign`, over every subset if the suite has no subset `all`. */
export function suiteFamilies(suite: Suite, subset?: string): SuiteFamily[] {
  const families = new Map<string, SuiteFamily>();
  const seen = new Set<string>();
  const names = subset === undefined && !suite.subsets.includes('all') ? suite.subsets : [subset ?? 'all'];
  for (const name of names)
    for (const [domain, ids] of Object.entries(loadSubset(suite, name).subset))
      for (const id of ids) {
        if (seen.has(`${domain}/${id}`)) continue;
        seen.add(`${domain}/${id}`);
        const { task } = loadTask(suite, domain, id);
        if (task.category === 'benign' || task.category === 'control') continue;
        const injected = new Set(
          injectionsIn(task, name).flatMap(({ type, goals }) => goals.map((goal) => `${type} ${goal}`)),
        );
        const part = partOf(task);
        const key = `${part} ${familyOf(id)}`;
        const family = families.get(key) ?? { part, plain: 0, base: 0, injected: 0 };
        families.set(key, family);
        family.injected += injected.size;
        if (injected.size > 0) family.base += 1;
        else family.plain += 1;
      }
  return [...families.values()];
}
