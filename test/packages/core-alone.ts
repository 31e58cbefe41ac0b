import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Copies osharm to a folder in which no package of the workspaces is installed. */
export function copyCore(to: string): void {
  const isRead = (path: string): boolean => !/\.test\.tsx?$|\/__pycache__/.test(path);
  for (const name of ['src', 'guest', 'image', 'suites', 'bin', 'package.json'])
    cpSync(join(root, name), join(to, name), { recursive: true, filter: isRead });
  const modules = join(root, 'node_modules');
  mkdirSync(join(to, 'node_modules'));
  for (const name of readdirSync(modules))
    if (name !== 'osharm' && name !== '@osharm') symlinkSync(join(modules, name), join(to, 'node_modules', name));
}

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program of the copy in it. */
export function runIn(folder: string, program: string, words: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(join(folder, program), words, { cwd: folder, maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
