import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeRunFolder } from '../../src/desktop/providers/sandbox/run-folder.ts';

const program = fileURLToPath(new URL('../../bin/osharm', import.meta.url));

function doctor(words: string[], environment: NodeJS.ProcessEnv = {}): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(program, ['doctor', ...words], { env: { ...process.env, ...environment } }, (error, output) => {
      resolve({ code: error === null ? 0 : Number(error.code), output });
    });
  });
}

it('doctor passes on this machine', async () => {
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

it('doctor names what is missing and the command that fixes it, and exits with 3', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'cache-'));
  try {
    const { code, output } = await doctor(['--runtime', 'no-such-runtime'], { OSHARM_CACHE: empty });
    expect(code).toBe(3);
    expect(output).toMatch(/MISSING\s+OCI runtime: no-such-runtime is not installed\n\s+→ Install no-such-runtime/);
    expect(output).toMatch(/MISSING\s+desktop image: not built yet\n\s+→ Run: osharm setup image build/);
    expect(output).toMatch(/ok\s+namespaces and mounts/);
  } finally {
    await rm(empty, { recursive: true });
  }
});

it('doctor removes exactly what killed harnesses left', async () => {
  const folder = await makeRunFolder();
  const dead = join(dirname(folder), '999999999-1-AbCdEf');
  await mkdir(dead);
  await doctor([]);
  await expect(stat(dead)).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await stat(folder)).isDirectory()).toBe(true);
  await rm(folder, { recursive: true });
});

describe('doctor without user namespaces', () => {
  // A user namespace has limits of its own: what is set in it holds for us below, and for nobody else.
  const below = (setting: string) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const script = `${setting}; exec "$0" doctor`;
      execFile('unshare', ['--user', '--map-root-user', 'sh', '-c', script, program], (error, output) => {
        resolve({ code: error === null ? 0 : Number(error.code), output });
      });
    });

  it('doctor names the setting that forbids user namespaces', async () => {
    const { code, output } = await below('echo 0 > /proc/sys/user/max_user_namespaces');
    expect(code).toBe(3);
    expect(output).toMatch(
      /MISSING\s+user.max_user_namespaces: 0\n\s+→ Run: sudo sysctl -w user.max_user_namespaces=63000/,
    );
    expect(output).toContain('Desktops can’t run here yet.');
  });

  it('doctor names the file without id ranges', async () => {
    const { code, output } = await below('true');
    expect(code).toBe(3);
    expect(output).toMatch(/MISSING\s+id range: This root runs in a container that has no 65536 ids/);
    expect(output).toContain('--privileged');
  });
});
