import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../bin/osharm', import.meta.url));

export async function startCommand(results: string, cache: string) {
  const child = spawn(command, ['view', results, '--no-open', '--json'], {
    env: { ...process.env, OSHARM_CACHE: cache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve((JSON.parse(text.toString()) as { url: string }).url));
    child.once('exit', (code) => reject(new Error(`osharm view ended with ${code}`)));
  });
  return {
    url,
    pid: child.pid as number,
    async whole(): Promise<void> {
      for (;;) {
        const state = (await (await fetch(`${url}api/state`)).json()) as { isIndexing: boolean };
        if (!state.isIndexing) return;
        await sleep(100);
      }
    },
    async searchable(runs: number): Promise<void> {
      for (;;) {
        const state = (await (await fetch(`${url}api/state`)).json()) as { searchable: number | null };
        if ((state.searchable ?? 0) >= runs) return;
        await sleep(100);
      }
    },
    stop(): Promise<void> {
      return new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGINT');
      });
    },
  };
}

export function memoryOf(pid: number): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (key: string): number => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return `${of('VmRSS').toFixed(0)} MB (at most ${of('VmHWM').toFixed(0)} MB)`;
}
