import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface EndedProgram {
  code: number | null;
  text: string;
}

export function startProgram(
  command: string,
  args: readonly string[],
  { cwd, env = process.env, deadlineMs }: { cwd?: string; env?: NodeJS.ProcessEnv; deadlineMs: number },
): { child: ChildProcess; ended: Promise<EndedProgram> } {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  const late = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  const ended = once(child, 'close').then(([code]: unknown[]): EndedProgram => {
    clearTimeout(late);
    return { code: code as number | null, text };
  });
  return { child, ended };
}
