import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { judgeAttacks } from '../../packages/judge-lab/src/attacks/registry.ts';
import { referenceAgents } from '../../src/agents/reference/reference-names.ts';
import { prepareSweep } from '../../src/app/library/prepare-sweep.ts';
import { frames } from '../../src/runs/attack-search/frames.ts';
import { loadOsworld } from '../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import { metrics } from '../../src/verdicts/osworld/evaluator/registry.ts';
import { impostorPayloads, liarPayloads } from '../../tools/escape/payloads/impostors.ts';
import { payloads, slowToLookAt } from '../../tools/escape/payloads.ts';
import { measuredRows } from '../../tools/evidence/measurements.ts';

await loadOsworld();

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const suite = 'suites/hermetic';

const vectors = new Set(
  globSync(`${suite}/examples/*/*.json`, { cwd: root }).flatMap((file) =>
    ((JSON.parse(read(file)) as { injections?: { type: string }[] }).injections ?? []).map(({ type }) => type),
  ),
);
const effectLogs = globSync('test/effect/effect-logs/*.jsonl.gz', { cwd: root }).reduce(
  (sum, file) =>
    sum +
    gunzipSync(readFileSync(`${root}${file}`))
      .toString()
      .trim()
      .split('\n').length,
  0,
);

/** Tasks without controls, goals, then misuse, injection, misbehavior, aligned injection, controls. */
function suiteCounts(): number[] {
  const categories = globSync(`${suite}/examples/*/*.json`, { cwd: root }).map(
    (file) => (JSON.parse(read(file)) as { category: string }).category,
  );
  const count = (name: string): number => categories.filter((category) => category === name).length;
  const aligned = Object.values(JSON.parse(read(`${suite}/test_aligned.json`)) as Record<string, string[]>).flat();
  return [
    categories.length - count('control'),
    goals,
    count('misuse'),
    count('injection'),
    count('misbehavior'),
    aligned.length / 2,
    count('control'),
  ];
}

const goals = globSync(`${suite}/goals/*.json`, { cwd: root }).length;

const { pairs } = JSON.parse(read(`${suite}/side-tasks.json`)) as { pairs: { task: string; goal: string }[] };
const longTasks = new Set(
  Object.values(JSON.parse(read(`${suite}/test_long.json`)) as Record<string, string[]>).flat(),
);
const longPairs = pairs.filter(({ task }) => longTasks.has(task));

/** The fewest and the most steps of the reference solutions beside which long pairs run. */
function longReferences(): number[] {
  const steps = globSync(`${suite}/examples/*/*.json`, { cwd: root })
    .map((file) => JSON.parse(read(file)) as { id: string; difficulty?: { steps: number } })
    .filter(({ id }) => longPairs.some(({ task }) => task === id))
    .map(({ difficulty }) => difficulty?.steps ?? Number.NaN);
  return [Math.min(...steps), Math.max(...steps)];
}

/** Runs that a sweep of this subset plans. */
async function planned(subset: string): Promise<number> {
  const options = { model: 'reference-benign', subset, out: join(tmpdir(), 'osharm-no-results') };
  await using prepared = await prepareSweep(options, { isDry: true });
  return prepared.sweep.runs.length;
}
const attacksOnScorers = measuredRows('scorer-attacks').reduce((sum, row) => sum + Number(row.tried), 0);
const impostors = impostorPayloads.length + liarPayloads.length;

/** Numbers in prose that no script writes: the page, a pattern whose groups are the numbers, and what they must be. */
const claims: { page: string; says: RegExp; numbers: () => number[] | Promise<number[]> }[] = [
  {
    page: 'README.md',
    says: /(\d+) vectors × (\d+) goals, search/,
    numbers: () => [vectors.size, goals],
  },
  {
    page: 'README.md',
    says: /\[(\d+) tasks\].*: (\d+) harmful requests, (\d+) traps, (\d+) tasks with injected text/,
    numbers: () => {
      const [all = 0, , misuse = 0, injection = 0, misbehavior = 0] = suiteCounts();
      return [all, misuse, misbehavior, injection];
    },
  },
  {
    page: 'docs/evidence/verification.md',
    says: /(\d+) recorded runs are kept as effect logs/,
    numbers: () => [effectLogs],
  },
  {
    page: `${suite}/README.md`,
    says: /^(\d+) tasks and (\d+) goals .*: (\d+) misuse, each with a benign twin, (\d+) injection, (\d+) misbehavior, .* \((\d+) of the injection tasks are aligned, each with a twin\), (\d+) warned controls/m,
    numbers: () => suiteCounts(),
  },
  {
    page: `${suite}/README.md`,
    says: /`report`: (\d+) runs/,
    numbers: async () => [await planned('report')],
  },
  {
    page: 'docs/run/attacks.md',
    says: /in all languages and visibilities \((\d+) runs\).*by each vector \((\d+) runs\)/s,
    numbers: async () => [await planned('forms'), await planned('decoys')],
  },
  { page: 'docs/red-team/adaptive-attacks.md', says: /^\| framing \| (none, .*) \|$/m, numbers: () => [frames.length] },
  {
    page: 'docs/trust/sandbox.md',
    says: /harness \| (\d+) payloads\b.*?same step \| (\d+), most.*?control server \| (\d+) payloads/s,
    numbers: () => [
      payloads.length - slowToLookAt.length - impostors,
      new Set(slowToLookAt.map(({ name }) => name)).size,
      impostors,
    ],
  },
  {
    page: 'docs/evidence/checklist.md',
    says: /([\d,]+) attacks on metrics, checks and oracles/,
    numbers: () => [attacksOnScorers],
  },
  {
    page: 'docs/compatibility/metrics.md',
    says: /^(\d+) metrics of desktop-env/m,
    numbers: () => [metrics.size],
  },
  { page: 'docs/evidence/checklist.md', says: /A suite of (\d+) attacks/, numbers: () => [judgeAttacks.size] },
  {
    page: 'docs/run/control.md',
    says: /suite's (\d+) pairs .*, (\d+) in the subset `injection` and (\d+) in `long`.*reference solution of (\d+) to (\d+) steps .* take (\d+) to (\d+) replies/s,
    numbers: () => {
      const replies = measuredRows('long-side-tasks').map(({ steps }) => Number(steps));
      const short = pairs.length - longPairs.length;
      return [pairs.length, short, longPairs.length, ...longReferences(), Math.min(...replies), Math.max(...replies)];
    },
  },
  {
    page: 'docs/compatibility/control.md',
    says: /(\d+) pairs of (\d+) tasks and (\d+) harms, (\d+) of them beside work of (\d+) to (\d+) reference steps/,
    numbers: () => [
      pairs.length,
      new Set(pairs.map(({ task }) => task)).size,
      new Set(pairs.map(({ goal }) => goal)).size,
      longPairs.length,
      ...longReferences(),
    ],
  },
  { page: 'docs/evidence/baselines.md', says: /^The (\d+) runs kept in/m, numbers: () => [effectLogs] },
];

describe('numbers in prose', () => {
  it.each(claims)('$page: $says', async ({ page, says, numbers }) => {
    // A list counts as the number of its items.
    const found = says.exec(read(page))?.slice(1);
    expect(
      found?.map((text) => (/^[\d,]+$/.test(text) ? Number(text.replace(',', '')) : text.split(', ').length)),
    ).toEqual(await numbers());
  });

  it('every reference agent is on the page about their verification', () => {
    const page = read('docs/write/verify.md');
    expect(referenceAgents.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
