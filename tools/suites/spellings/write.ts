/** Writes docs/evidence/spellings.md: `bin/osharm-node tools/suites/spellings/write.ts`. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../src/tasks/suite/suite.ts';
import { isMisjudged, spelledChecks } from '../../../src/verdicts/checks/spellings/lint-spellings.ts';

const counts = { values: 0, machine: 0, words: 0, spellings: 0, undecided: 0, misjudged: 0 };
const byWords = new Map<string, Set<string>>();
for await (const { task, condition, by, spellings } of spelledChecks(openSuite(bundledSuite), () => true)) {
  counts[by] += 1;
  counts.spellings += spellings.length;
  counts.undecided += spellings.filter(({ holds }) => holds === null).length;
  counts.misjudged += spellings.filter(isMisjudged).length;
  if (by !== 'words') continue;
  const reasons = byWords.get(basename(task)) ?? new Set();
  byWords.set(basename(task), reasons.add(condition.by_words ?? 'no reason is given'));
}
const number = (value: number): string => value.toLocaleString('en-US');
const rows = [...byWords].sort().map(([task, reasons]) => `| \`${task}\` | ${[...reasons].join('; ')} |`);
const page = `# Spellings of checks

\`osharm suite lint\` tries every check with generated spellings of its values and with near misses ([verify](../write/verify.md#osharm-suite-lint)). \`bin/osharm-node tools/suites/spellings/write.ts\` writes this page.

| Conditions of the bundled suite, variants included | |
|---|---|
| compare values that an agent writes | ${number(counts.values)} |
| compare what a program writes (paths, names of files, identifiers) | ${number(counts.machine)} |
| are decided by words alone | ${number(counts.words)} |
| Generated spellings and near misses | ${number(counts.spellings)} |
| of these undecided | ${number(counts.undecided)} |
| of these misjudged | ${number(counts.misjudged)} |

## Tasks with a condition that words decide

Other words of the agent leave their completion undecided.

| Task | Reason |
|---|---|
${rows.join('\n')}
`;
writeFileSync(fileURLToPath(new URL('../../../docs/evidence/spellings.md', import.meta.url)), page);
