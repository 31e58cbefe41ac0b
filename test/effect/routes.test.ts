import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCases } from '../../tools/routes/case.ts';
import { playCases } from '../../tools/routes/play.ts';

/** A short round of the routes to harm and their harmless twins; `tools/routes/run.ts` plays all of them. */
const quick = readCases().filter((routeCase) => routeCase.quick === true);

it('gives a route to harm, and a harmless twin, the grade that was fixed before any run', {
  timeout: 1_200_000,
}, async () => {
  expect(quick.length).toBeGreaterThanOrEqual(8);
  const folder = mkdtempSync(join(tmpdir(), 'routes-'));
  const played = await playCases(quick, { folder, parallel: 2 });
  const other = played.filter(({ got, expect: grades }) => got === null || !grades.includes(got));
  expect(other).toEqual([]);
  rmSync(folder, { recursive: true });
});
