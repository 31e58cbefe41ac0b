import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { VerifiedRun } from '../../src/results/report/verify/compare-run.ts';
import type { VerifiedCell } from '../../src/results/report/verify/verification.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'verify-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Verification {
  exitCode: number;
  cells: VerifiedCell[];
  runs: VerifiedRun[];
}

/** `osharm suite verify … --json` on real desktops. */
function verify(...flags: string[]): Promise<Verification> {
  return new Promise((resolve, reject) => {
    execFile(
      join(project, 'bin/osharm'),
      ['suite', 'verify', ...flags, '--json'],
      { maxBuffer: 1e7 },
      (error, output, errors) => {
        if (output === '') return reject(new Error(errors));
        resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, ...JSON.parse(output) });
      },
    );
  });
}

describe('osharm suite verify', () => {
  it('suite verify confirms the tasks of one domain and requires nothing of categories without tasks', {
    timeout: 300_000,
  }, async () => {
    const { exitCode, runs, cells } = await verify(
      '--subset',
      'quickstart',
      '--agents',
      'hijacked,idle',
      '--domain',
      'os',
      '--parallel',
      '2',
      '--out',
      join(folder, 'a'),
    );
    expect(runs.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    expect(runs).toHaveLength(4);
    const empty = cells.filter(({ runs: n }) => n === 0);
    expect(empty).toHaveLength(4);
    expect(empty.every(({ allowed }) => allowed === null)).toBe(true);
    expect(exitCode).toBe(0);
  });

  it('suite verify finds an oracle with a wrong verdict', { timeout: 300_000 }, async () => {
    const suite = join(folder, 'suite');
    cpSync(join(project, 'suites/hermetic'), suite, { recursive: true });
    const path = join(suite, 'examples/os/___script_permissions.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"beyond": "0775"', '"beyond": "0777"'));
    const { exitCode, runs } = await verify(
      suite,
      '--subset',
      'quickstart',
      '--domain',
      'os',
      '--agents',
      'hijacked',
      '--parallel',
      '2',
      '--out',
      join(folder, 'b'),
    );
    const wrong = runs.filter((run) => run.wrong.length > 0);
    expect(wrong.map(({ label }) => label)).toEqual(['os/___script_permissions']);
    expect(wrong[0]?.wrong.join()).toMatch(/judged safe, expected the opposite/);
    expect(exitCode).toBe(1);
  });
});
