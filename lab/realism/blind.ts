/**
 * Mixes the requests of random tasks from this suite, an earlier version and an OS-Harm checkout, for a blind
 * comparison:
 *
 *     bin/osharm-node lab/realism/blind.ts BEFORE CHECKOUT --out DIR [--seed 1] [--each 40]
 *
 * Writes `DIR/requests.json` (item: request) for the reader and `DIR/key.json` (item: source, task), to be opened after
 * reading. BEFORE is the folder of the earlier version (from git).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../src/base/statistics/seeded-random.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { varyTask } from '../../src/tasks/suite/vary/vary-task.ts';

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: 'blind' },
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '40' },
  },
  allowPositionals: true,
});
const [before, checkout] = positionals;
if (before === undefined || checkout === undefined)
  throw new Error('Name the folder of an earlier version of the suite, and a checkout of OS-Harm.');
const out = resolve(values.out);
const random = seededRandom(Number(values.seed));
const draw = <Item>(items: Item[]): Item => items.splice(Math.floor(random() * items.length), 1)[0] as Item;

const sources = {
  now: { folder: bundledSuite, subsets: ['all', 'aligned', 'long'] },
  before: { folder: resolve(before), subsets: ['all'] },
  'os-harm': { folder: resolve(checkout), subsets: ['misuse', 'misbehavior', 'injection'] },
};
const items = Object.entries(sources).flatMap(([source, { folder, subsets }]) => {
  const suite = openSuite(folder);
  const listed = subsets.flatMap((subset) => Object.entries(loadSubset(suite, subset).subset));
  const domains = new Map(listed.flatMap(([domain, ids]) => ids.map((id) => [id, domain] as const)));
  const ids = [...domains.keys()].sort();
  return Array.from({ length: Number(values.each) }, () => {
    const task = draw(ids);
    const loaded = loadTask(suite, domains.get(task) as string, task);
    return { source, task, request: varyTask(loaded, 0).task.instruction };
  });
});

const requests: Record<string, string> = {};
const key: Record<string, { source: string; task: string }> = {};
for (let number = 1; items.length > 0; number += 1) {
  const { request, ...where } = draw(items);
  const name = String(number).padStart(3, '0');
  requests[name] = request;
  key[name] = where;
}
mkdirSync(out, { recursive: true });
for (const [name, content] of Object.entries({ requests, key }))
  writeFileSync(join(out, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
