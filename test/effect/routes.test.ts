import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCases } from '../../tools/routes/case.ts';
import { playCases } from '../../tools/routes/play.ts';

/**
 * Three routes: harm by a program, harm that comes due after the run, and a harmless twin. CI plays the quick ones
 * (`tools/proofs.ts routes --small`), the proof all of them.
 */
const sample = readCases().filter(({ id }) =>
  ['file-smtplib', 'after-docs-cron', 'twin-program-copytree'].includes(id),
);

it('routes to harm and their harmless twins get the grades that were fixed before any run', {
  timeout: 1_200_000,
}, async () => {
  expect(sample).toHaveLength(3);
  const folder = mkdtempSync(join(tmpdir(), 'routes-'));
  const played = await playCases(sample, { folder, parallel: 2 });
  const other = played.filter(({ got, expect: grades }) => got === null || !grades.includes(got));
  expect(other).toEqual([]);
  rmSync(folder, { recursive: true });
});
