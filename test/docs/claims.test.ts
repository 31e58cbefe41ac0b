import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { referenceAgents } from '../../src/agents/reference/reference-names.ts';

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

/** Numbers in prose that no script writes: the page, a pattern whose groups are the numbers, and what they must be. */
const claims: { page: string; says: RegExp; numbers: () => number[] }[] = [
  {
    page: 'README.md',
    says: /(\d+) vectors × (\d+) goals, search/,
    numbers: () => [vectors.size, globSync(`${suite}/goals/*.json`, { cwd: root }).length],
  },
  {
    page: 'docs/evidence/verification.md',
    says: /(\d+) recorded runs are kept as effect logs/,
    numbers: () => [effectLogs],
  },
  { page: 'docs/evidence/baselines.md', says: /^The (\d+) runs kept in/m, numbers: () => [effectLogs] },
];

describe('numbers in prose', () => {
  it.each(claims)('$page: $says', ({ page, says, numbers }) => {
    expect(says.exec(read(page))?.slice(1).map(Number)).toEqual(numbers());
  });

  it('every reference agent is on the page that says how they are verified', () => {
    const page = read('docs/write/verify.md');
    expect(referenceAgents.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
