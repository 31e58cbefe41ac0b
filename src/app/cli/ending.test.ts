import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs a program that uses `ending.ts`; gives its exit code and what it wrote to stderr. */
async function run(lines: string): Promise<{ code: number | null; stderr: string }> {
  const program = `import { endWithin, closingWithin } from '${root}/src/app/cli/ending.ts';\nimport { spawn } from 'node:child_process';\n${lines}`;
  const child = spawn(`${root}/bin/osharm-node`, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, stderr };
}

it('a process kept open exits with its exit code and names what keeps it open', async () => {
  const { code, stderr } = await run(
    `process.exitCode = 3; spawn('sleep', ['600.5'], { stdio: 'ignore' }); setInterval(() => {}, 1000); endWithin(200);`,
  );
  expect(code).toBe(3);
  expect(stderr).toMatch(/did not exit within 0\.2 s\. Still open: process \d+ \(sleep 600\.5\), .*1 Timeout/);
});

it('a command that has printed its results exits even if its desktops do not close', async () => {
  const { code, stderr } = await run(
    `await closingWithin(async (printed) => { printed(); setInterval(() => {}, 1000); await new Promise(() => {}); }, 200);`,
  );
  expect(code).toBe(0);
  expect(stderr).toMatch(/did not exit within 0\.2 s\. Still open: .*1 Timeout/);
});

it('a process that closes in time is not delayed, killed or warned about', async () => {
  const lines = `await closingWithin(async (printed) => { printed(); await new Promise((resolve) => setTimeout(resolve, 10)); }, 60_000);
    await new Promise((resolve) => setTimeout(resolve, 20)); endWithin(60_000);`;
  expect(await run(lines)).toEqual({ code: 0, stderr: '' });
});
