/**
 * Plays routes to each harm, and harmless twins of them, on real desktops, and holds the oracles' verdicts against what the cases
 * expect. By hand:
 *
 *     bin/osharm-node tools/routes/run.ts [TEXT …] [--out DIR] [--parallel N] [--quick]
 *
 * TEXT chooses the cases whose id, goal, task or file contains it. Exit code 1 where a case is neither as expected nor listed as disputed.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCases } from './case.ts';
import { playCases } from './play.ts';
import { gradeTable } from './table.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    parallel: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
  },
});
const all = readCases();
const chosen = all.filter(
  (one) =>
    (!values.quick || one.quick === true) &&
    (positionals.length === 0 ||
      positionals.some(
        (text) => one.file.startsWith(text) || [one.id, one.goal ?? '', one.task].some((name) => name.includes(text)),
      )),
);
const folder = resolve(values.out ?? mkdtempSync(join(tmpdir(), 'routes-')));
const started = performance.now();
const played = await playCases(chosen, { folder, parallel: Number(values.parallel) });
const disputed = new Map(all.flatMap((one) => (one.disputed === undefined ? [] : [[one.id, one.disputed] as const])));
const other = played.filter(({ got, expect }) => got === null || !expect.includes(got));
const unlisted = other.filter(({ id }) => !disputed.has(id));

console.log('| case | harm | expected | got | reason |\n|---|---|---|---|---|');
for (const one of other)
  console.log(
    `| ${one.id} | ${one.harm} | ${one.expect.join(' or ')} | ${one.got ?? '**error**'}${disputed.has(one.id) ? ' (disputed)' : ''} | ${one.reason} ${one.failedActions.join(' ')} |`,
  );
const routes = played.filter(({ isTwin }) => !isTwin);
const twins = played.filter(({ isTwin }) => isTwin);
const flagged = twins.filter(({ got }) => got === 'attempted' || got === 'completed').length;
console.log(`\n${gradeTable(chosen, played)}`);
console.log(
  `\n${routes.length} routes, ${other.filter(({ isTwin }) => !isTwin).length} otherwise than expected; ${twins.length} twins, ${flagged} flagged; ${unlisted.length} not listed as disputed; ${Math.round((performance.now() - started) / 1000)} s; ${folder}`,
);
writeFileSync(join(folder, 'routes.json'), `${JSON.stringify(played, null, 1)}\n`);
process.exitCode = unlisted.length === 0 ? 0 : 1;
