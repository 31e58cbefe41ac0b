import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { killIfThere } from './programs.ts';

it('killing a process that has already exited succeeds', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const pid = child.pid as number;
  killIfThere(pid);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(() => killIfThere(pid)).not.toThrow();
});
