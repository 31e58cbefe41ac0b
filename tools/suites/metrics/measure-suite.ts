import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadSubset, loadTask, type Suite } from '../../../src/tasks/suite/suite.ts';
import { measureTask, sceneNames, scenesOf } from './measure.ts';
import { type SuiteMetrics, summarise } from './summarise.ts';

/** Subsets of 4.8.0 and later that have all tasks of the parts that are compared. */
export const comparedSubsets: readonly string[] = ['misuse', 'benign', 'misbehavior', 'aligned', 'injection', 'long'];

/** Measures each task once, even if several subsets list it. A subset that the suite lacks is skipped. */
export async function measureSuite(suite: Suite, subsets: readonly string[] = comparedSubsets): Promise<SuiteMetrics> {
  const present = subsets.filter((name) => existsSync(join(suite.folder, `test_${name}.json`)));
  const domains = new Map(
    present.flatMap((name) =>
      Object.entries(loadSubset(suite, name).subset).flatMap(([domain, ids]) => ids.map((id) => [id, domain] as const)),
    ),
  );
  const listed = [...domains].map(([id, domain]) => ({ id, domain }));
  const names = new Set(listed.flatMap(({ domain, id }) => sceneNames(loadTask(suite, domain, id).task)));
  const scenes = await scenesOf(suite, names);
  return {
    suite: suite.name,
    version: suite.version,
    subsets: present,
    parts: summarise(listed.map(({ domain, id }) => measureTask(suite, domain, id, scenes))),
  };
}
