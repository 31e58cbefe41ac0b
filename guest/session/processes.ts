import { type ChildProcess, spawn } from 'node:child_process';

/** Starts the session's own programs and ends them with it. */
export interface Processes {
  start(words: string[], more?: Record<string, string>): ChildProcess;
  /** Starts a program that writes a line to its descriptor 3 once it is ready, and waits for that. */
  startAndWait(words: string[]): Promise<ChildProcess>;
  pids(): Set<number>;
  end(): void;
}

export function createProcesses(environment: Record<string, string>, folder: string): Processes {
  const running = new Set<ChildProcess>();

  function track(child: ChildProcess): ChildProcess {
    running.add(child);
    child.once('exit', () => running.delete(child));
    child.on('error', (error) => {
      running.delete(child);
      console.error(error.message);
    });
    return child;
  }

  return {
    start: ([file = '', ...rest], more = {}) =>
      track(
        spawn(file, rest, { env: { ...environment, ...more }, cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] }),
      ),
    startAndWait: ([file = '', ...rest]) =>
      new Promise((resolve, reject) => {
        const child = track(
          spawn(file, rest, { env: environment, cwd: folder, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }),
        );
        child.once('error', reject);
        child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
        child.stdio[3]?.once('data', () => resolve(child));
      }),
    pids: () => new Set([...running].map((child) => child.pid ?? 0)),
    end() {
      for (const child of running) child.kill('SIGTERM');
    },
  };
}
