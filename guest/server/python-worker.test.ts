import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPythonWorker, type PythonWorker } from './python-worker.ts';
import { runProgram, type Surroundings } from './run-command.ts';

let folder: string;
let around: Surroundings;
let worker: PythonWorker;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'worker-'));
  around = { environment: { PATH: process.env.PATH ?? '', MARK: 'marked' }, home: folder };
  worker = createPythonWorker(fileURLToPath(new URL('../python/session_worker.py', import.meta.url)), around);
  await vi.waitUntil(() => worker.isReady(), { timeout: 30_000 });
});
afterAll(() => rmSync(folder, { recursive: true }));

const limit = { timeoutMs: 60_000 };
const shell = (script: string): string[] => ['sh', '-c', script];

describe('programs started by the warm interpreter', () => {
  it.each([
    ['its output and its errors', shell('printf "%s" "$MARK ü"; echo no >&2; exit 3')],
    ['the folder that it starts in', ['pwd']],
    ['the name that it was called by', shell('tr "\\0" " " < /proc/$$/cmdline')],
    ['the signal that ended it', shell('kill -TERM $$')],
    ['an empty input', ['cat']],
    // The C library itself ignores 32 and 33 here.
    ['signals that are not ignored', shell('grep ^SigIgn /proc/self/status | tail -c 8')],
    ['open files: its own three', shell('ls /proc/$$/fd')],
    ['bytes that are not text', shell("printf '\\377\\n'")],
    ['output of a program that it left running', shell('(sleep 0.02; echo late) &')],
  ])('a program started by the warm interpreter behaves as one started by Node: %s', async (_, words) => {
    const done = await worker.runProgram(words, limit);
    expect(done).toEqual(await runProgram(words, around, limit));
    expect(done).not.toBeNull();
  });

  it('the warm interpreter merges streams, sets the working folder and starts a new session', async () => {
    const merged = { ...limit, mergeStreams: true, cwd: '/usr' };
    expect(await worker.runProgram(shell('pwd; echo no >&2'), merged)).toMatchObject({
      output: '/usr\nno\n',
      error: '',
    });
    // Its session's number is its own.
    const stat =
      (await worker.runProgram(shell('cut -d" " -f1,6 /proc/$$/stat'), limit))?.output.trim().split(' ') ?? [];
    expect(stat[0]).toBe(stat[1]);
    // Code that runs next starts where it always does.
    expect((await worker.run('import os; print(os.getcwd())', 60_000)).output).toBe(`${folder}\n`);
  });

  it('a program that can’t be started fails with Python’s message', async () => {
    await expect(worker.runProgram(['absent'], limit)).rejects.toThrow("[Errno 2] No such file or directory: 'absent'");
    await expect(worker.runProgram([folder], limit)).rejects.toThrow(`[Errno 13] Permission denied: '${folder}'`);
    await expect(worker.runProgram(['ls'], { ...limit, cwd: '/nowhere' })).rejects.toThrow('[Errno 2]');
    await expect(worker.runProgram(['echo', 'a\0b'], limit)).rejects.toThrow('embedded null byte');
    expect((await worker.runProgram(['echo', 'still here'], limit))?.output).toBe('still here\n');
  });

  it('a program ends with its process group at its limit and when its caller is gone', async () => {
    const sleeping = shell('echo first; sleep 4017 & wait');
    expect(await worker.runProgram(sleeping, { timeoutMs: 1_000 })).toMatchObject({
      output: 'first\n',
      returncode: -9,
      timedOut: true,
    });
    const stop = new AbortController();
    const running = worker.runProgram(shell('sleep 4018 & wait'), { ...limit, signal: stop.signal });
    stop.abort();
    expect((await running)?.returncode).toBe(-9);
    expect((await worker.runProgram(['pgrep', '-f', '^sleep 401[78]'], limit))?.output).toBe('');
  });

  it('a program may print more than a pipe holds, and many run concurrently', async () => {
    const large = await worker.runProgram(['head', '-c', '20000000', '/dev/zero'], limit);
    expect(large?.output.length).toBe(20_000_000);
    const many = await Promise.all(
      Array.from({ length: 40 }, (_, number) => worker.runProgram(shell(`sleep 0.1; echo ${number}`), limit)),
    );
    expect(many.map((finished) => finished?.output)).toEqual(many.map((_, number) => `${number}\n`));
  });

  it('programs are started by Node while there is no interpreter', async () => {
    const absent = createPythonWorker('/nowhere/worker.py', { ...around, home: '/' });
    expect(await absent.runProgram(['true'], limit)).toBeNull();
  });
});
