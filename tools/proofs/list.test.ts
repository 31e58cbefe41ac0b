import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proofs } from './list.ts';
import { missingPrograms, smallDeadlineMinutes } from './proof.ts';
import { runProof } from './run-proof.ts';

const root = new URL('../../', import.meta.url).pathname;
const rows = Object.entries(proofs);

describe('the list of proofs', () => {
  it.each(rows)('the proof %s names programs of this repository, at both sizes', (_, { full, small }) => {
    expect(full.length).toBeGreaterThan(0);
    expect(small.length).toBeGreaterThan(0);
    for (const command of [...full, ...small]) expect(existsSync(join(root, command.split(' ')[0] ?? ''))).toBe(true);
  });
});

it('tools/README.md lists exactly the folders of tools', () => {
  const page = readFileSync(join(root, 'tools/README.md'), 'utf8');
  const named = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  const folders = readdirSync(join(root, 'tools'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(named).toEqual(folders.map(({ name }) => name).sort());
});

describe('missingPrograms', () => {
  it('missingPrograms lists programs that are not on the path', () => {
    expect(missingPrograms({ needs: ['sh', 'no-such-program'] })).toEqual(['no-such-program']);
  });
});

describe('runProof', () => {
  const proof = { shows: 'A test', minutes: 1, full: [], small: [] };
  const places = { root, logs: '/tmp', isSmall: true };

  it('runProof skips a proof whose program is missing and names the program', async () => {
    const outcome = await runProof('none', { ...proof, needs: ['no-such-program'] }, places);
    expect(outcome).toMatchObject({ result: 'not run here', figures: 'This machine lacks no-such-program.' });
  });

  it('runProof fails on a failing command with its last line and runs no further one', async () => {
    const small = ['bin/osharm', 'bin/osharm --version'];
    const outcome = await runProof('fails', { ...proof, small }, places);
    expect(outcome.result).toBe('FAILED');
    expect(outcome.figures).not.toMatch(/^\d/);
  });

  it('runProof passes if all commands succeed', async () => {
    const outcome = await runProof('holds', { ...proof, small: ['bin/osharm --version'] }, places);
    expect(outcome).toMatchObject({ result: 'holds', figures: expect.stringMatching(/^\d/) });
    expect(outcome.minutes).toBeLessThan(smallDeadlineMinutes);
  });
});
