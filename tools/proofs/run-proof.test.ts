import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runProof } from './run-proof.ts';

let folder: string;
let runner: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-proof-'));
  // A program that starts another one, and ends only with `end`.
  const program = '#!/bin/sh\nsleep 300 &\necho $! > "$1"\n[ "$2" = end ] || wait\n';
  writeFileSync(join(folder, 'program'), program, { mode: 0o755 });
});
afterEach(() => {
  runner?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20);
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const started = (): number => Number(readFileSync(join(folder, 'pid'), 'utf8'));

it('a proof that ends stops what it started', async () => {
  const proof = { shows: 'x', minutes: 1, full: [`program ${folder}/pid end`], small: [] };
  const { result } = await runProof('x', proof, { root: folder, logs: folder, isSmall: false });
  expect(result).toBe('holds');
  await until(() => !isAlive(started()));
});

it('a proof stops with the process that runs it', async () => {
  const module = new URL('./run-proof.ts', import.meta.url).pathname;
  const proof = { shows: 'x', minutes: 1, full: [`program ${folder}/pid`], small: [] };
  const script = `
    import { endProofsWithProcess, runProof } from ${JSON.stringify(module)};
    endProofsWithProcess();
    await runProof('x', ${JSON.stringify(proof)}, { root: ${JSON.stringify(folder)}, logs: ${JSON.stringify(folder)}, isSmall: false });`;
  runner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  await until(() => existsSync(join(folder, 'pid')) && started() > 0);
  expect(isAlive(started())).toBe(true);
  runner.kill('SIGTERM');
  await until(() => !isAlive(started()));
});
