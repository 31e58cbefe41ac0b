import { join } from 'node:path';
import { type ModelAccess, runCommand } from '../../src/cli/run.ts';
import type { RunDependencies } from '../../src/run/dependencies.ts';

/** Calls `osharm run` in this process, as the command line does; the exit code is what it set (0 where it set none). */
export async function runSweep(
  dependencies: RunDependencies,
  args: string[],
  access?: ModelAccess,
): Promise<{ exitCode: number; output: string }> {
  let output = '';
  const write = process.stdout.write;
  const writeError = process.stderr.write;
  const before = process.exitCode;
  process.exitCode = 0;
  const keep = (chunk: unknown): boolean => {
    output += String(chunk);
    return true;
  };
  process.stdout.write = keep as typeof write;
  process.stderr.write = keep as typeof write;
  try {
    await runCommand(dependencies, access).exitOverride().parseAsync(args, { from: 'user' });
    return { exitCode: Number(process.exitCode ?? 0), output };
  } finally {
    process.stdout.write = write;
    process.stderr.write = writeError;
    process.exitCode = before;
  }
}

/** A run's directory under the default observation type. */
export function runFolder(results: string, task: string, model = 'm'): string {
  return join(results, 'pyautogui/a11y_tree', model, 'os', task);
}
