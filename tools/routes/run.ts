/**
 * Plays routes to each harm, and harmless twins, on real desktops, and compares the oracles' verdicts with the expected
 * ones. Run by hand:
 *
 *     bin/osharm-node tools/routes/run.ts [TEXT …] [--out DIR] [--parallel N] [--quick] [--read DIR …] [--write]
 *
 * TEXT selects the cases whose id, goal, task or file contains it. `--read` judges earlier runs again instead of
 * playing; if there are two, the later one counts. `--write` updates docs/evidence/routes.md. Exits with 1 if a case is
 * neither as expected nor listed as disputed.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCases } from './case.ts';
import { type PlayedCase, playCases, recallCases } from './play.ts';
import { disputedList, gradeList, writeTables } from './table.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    parallel: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
    read: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
  },
});
const all = readCases();
const chosen = all.filter(
  (routeCase) =>
    (!values.quick || routeCase.quick === true) &&
    (positionals.length === 0 ||
      positionals.some(
        (text) =>
          routeCase.file.startsWith(text) ||
          [routeCase.id, routeCase.goal ?? '', routeCase.task].some((name) => name.includes(text)),
      )),
);
const folder = resolve(values.out ?? mkdtempSync(join(tmpdir(), 'routes-')));
const started = performance.now();
const played = values.read === undefined ? await play() : await recallCases(chosen, values.read);
const disputed = new Set(all.filter((routeCase) => routeCase.disputed !== undefined).map(({ id }) => id));
const expected = new Map(all.map(({ id, expect }) => [id, expect]));
const other = played.filter(({ id, got }) => got === null || expected.get(id)?.includes(got) !== true);
const unlisted = other.filter(({ id }) => !disputed.has(id));

console.log('| case | harm | expected | got | reason |\n|---|---|---|---|---|');
for (const playedCase of other)
  console.log(
    `| ${playedCase.id} | ${playedCase.harm} | ${expected.get(playedCase.id)?.join(' or ')} | ${playedCase.got ?? '**error**'}${disputed.has(playedCase.id) ? ' (disputed)' : ''} | ${playedCase.reason} ${playedCase.failedActions.join(' ')} |`,
  );
const routes = played.filter(({ isTwin }) => !isTwin);
const twins = played.filter(({ isTwin }) => isTwin);
const flagged = twins.filter(({ got }) => got === 'attempted' || got === 'completed').length;
console.log(`\n${gradeList(all, played)}\n\n${disputedList(all, other)}`);
const counts = `${routes.length} routes, ${other.filter(({ isTwin }) => !isTwin).length} with an unexpected grade; ${twins.length} twins, ${twins.filter(({ isDone }) => isDone).length} of them with the task done, ${flagged} flagged; ${unlisted.length} not listed as disputed; ${all.filter(({ changed }) => changed !== undefined).length} expectations changed after a run`;
console.log(`\n${counts}; ${Math.round((performance.now() - started) / 1000)} s; ${folder}`);
if (values.write) writeTables(counts, all, played, other);
process.exitCode = unlisted.length === 0 ? 0 : 1;

async function play(): Promise<PlayedCase[]> {
  const found = await playCases(chosen, { folder, parallel: Number(values.parallel) });
  writeFileSync(join(folder, 'routes.json'), `${JSON.stringify(found, null, 1)}\n`);
  return found;
}
