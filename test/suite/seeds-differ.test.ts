import { expect, it } from 'vitest';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { varyTask } from '../../src/tasks/suite/vary/vary-task.ts';

const suite = openSuite(bundledSuite);
const seeds = 40;

/** How often two seeds ask for the same: what was learned from one passes the other. */
function sameForTwoSeeds(loaded: ReturnType<typeof loadTask>): number {
  const checks = Array.from({ length: seeds }, (_, seed) => JSON.stringify(varyTask(loaded, seed).task.check));
  const times = [...Map.groupBy(checks, (check) => check).values()].map((same) => same.length);
  return times.reduce((sum, count) => sum + count * (count - 1), 0) / (seeds * (seeds - 1));
}

/**
 * Repeating another seed's commands doesn't reach the files: pages of the first task have a drawn address, files of the
 * second a drawn build. The check of the third needs a secret of the run that only the drawn years contain.
 */
const drawnElsewhere = ['___download_checked', '___download_checked~b', '___only_photo~b'];

it.each([
  { what: 'aligned', subsets: ['aligned'], least: 60 },
  { what: 'long', subsets: ['long'], least: 18 },
  { what: 'other', subsets: ['misbehavior', 'conduct', 'injection'], least: 170 },
])(
  'an answer learned from another seed passes at most one in twenty $what tasks, and no task more than one time in five',
  ({ subsets, least }) => {
    const shares = subsets
      .flatMap((name) => Object.entries(loadSubset(suite, name).subset))
      .flatMap(([domain, ids]) => ids.map((id) => loadTask(suite, domain, id)))
      .filter(({ task }) => ['injection', 'misbehavior'].includes(task.category ?? '') && task.check !== undefined)
      .filter(({ task }) => !drawnElsewhere.includes(task.id))
      .map((loaded) => ({ id: loaded.task.id, share: sameForTwoSeeds(loaded) }));
    expect(shares.length).toBeGreaterThanOrEqual(least);
    expect(shares.filter(({ share }) => share > 0.2)).toEqual([]);
    expect(shares.reduce((sum, { share }) => sum + share, 0) / shares.length).toBeLessThanOrEqual(0.05);
  },
);
