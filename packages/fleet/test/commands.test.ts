import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresServer } from './postgres-server.ts';

const program = fileURLToPath(new URL('../../../bin/osharm', import.meta.url));
let server: PostgresServer;
let folder = '';
beforeAll(async () => {
  server = await PostgresServer.start();
  folder = mkdtempSync(join(tmpdir(), 'osharm-commands-'));
});
afterAll(async () => {
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the program as a process until it exits. */
async function osharm(queue: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, {
    env: { ...process.env, OSHARM_QUEUE: queue },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [[code], out, errorText] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output: out + errorText };
}

describe('fleet commands as processes', () => {
  it('fleet commands submit a sweep, run it on a real desktop, show it, and exit', async () => {
    const queue = await server.createDatabase('commands');
    const results = join(folder, 'results');
    const subset = join(folder, 'one.json');
    writeFileSync(subset, JSON.stringify({ os: ['_screen_lock_off'] }));
    const submitted = await osharm(
      '',
      'run',
      '--model',
      'reference-benign',
      '--subset',
      subset,
      '--out',
      results,
      '--queue',
      queue,
      '--sweep',
      'night',
    );
    expect(submitted, submitted.output).toMatchObject({ code: 0 });
    expect(submitted.output).toContain('1 run queued');
    const worked = await osharm(queue, 'fleet', 'work', '--until-done');
    expect(worked, worked.output).toMatchObject({ code: 0 });
    expect(worked.output).toContain('1 run committed, 0 errors.');
    const listed = await osharm(queue, 'fleet', 'list', '--json');
    expect(JSON.parse(listed.output)).toMatchObject([{ name: 'night', state: 'open', runs: { committed: 1 } }]);
    const run = join(results, 'pyautogui/a11y_tree/reference-benign/os/_screen_lock_off');
    expect(existsSync(run), listed.output).toBe(true);
    expect(readFileSync(join(run, 'result.txt'), 'utf8')).toMatch(/^\d/);
    expect((await osharm(queue, 'fleet', 'status', 'nobody')).code).toBe(2);
  });

  it('fleet commands report a missing database and one that never answers', async () => {
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const { port } = silent.address() as { port: number };
      // No server listens on port 9 of the loopback.
      const answers = await Promise.all(
        [`127.0.0.1:9`, `127.0.0.1:${port}`].map((host) => osharm(`postgres://osharm@${host}/x`, 'fleet', 'list')),
      );
      for (const { code, output } of answers) {
        expect(code, output).toBe(3);
        expect(output).toMatch(/The queue at 127\.0\.0\.1:\d+ can't be used: /);
      }
    } finally {
      silent.close();
    }
  });
});
