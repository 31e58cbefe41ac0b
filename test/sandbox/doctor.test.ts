import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../bin/osharm', import.meta.url));

function doctor(words: string[], environment: NodeJS.ProcessEnv = {}): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(program, ['doctor', ...words], { env: { ...process.env, ...environment } }, (error, output) => {
      resolve({ code: error === null ? 0 : Number(error.code), output });
    });
  });
}

it('finds this machine fit', async () => {
  const { code, output } = await doctor(['--json']);
  const { usable, findings } = JSON.parse(output);
  expect({ code, usable }).toEqual({ code: 0, usable: true });
  expect(findings.map((finding: { name: string }) => finding.name)).toEqual(
    expect.arrayContaining([
      'system',
      'OCI runtime',
      'id range',
      'namespaces and mounts',
      'limits',
      'desktop image',
      'disk',
      'memory',
    ]),
  );
});

it('names what is missing and the command that mends it, and exits with 3', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'cache-'));
  try {
    const { code, output } = await doctor(['--runtime', 'no-such-runtime'], { OSHARM_CACHE: empty });
    expect(code).toBe(3);
    expect(output).toMatch(/MISSING\s+OCI runtime: no-such-runtime is not installed\n\s+→ Install no-such-runtime/);
    expect(output).toMatch(/MISSING\s+desktop image: not built yet\n\s+→ Run: osharm image build/);
    expect(output).toMatch(/ok\s+namespaces and mounts/);
  } finally {
    await rm(empty, { recursive: true });
  }
});

it('removes what a killed harness left, and nothing of one that lives', async () => {
  const base = join(tmpdir(), `osharm-${userInfo().uid}`);
  await mkdir(base, { recursive: true, mode: 0o700 });
  const dead = join(base, '999999999-1-AbCdEf');
  await mkdir(dead, { recursive: true });
  await doctor([]);
  await expect(stat(dead)).rejects.toMatchObject({ code: 'ENOENT' });
});
