import { join } from 'node:path';
import { runCommand } from '../../src/app/cli/run.ts';
import type { ModelAccess } from '../../src/app/library/model-access.ts';
import type { RunDependencies } from '../../src/runs/attempt/dependencies.ts';
import { runCommandQuietly } from './run-quietly.ts';

/**
 * Calls `osharm run` in this process, as the command line does, one run at a time unless `args` say otherwise: how many
 * fit is the machine's affair. The exit code is what it set (0 where it set none).
 */
export async function runSweepQuietly(
  dependencies: RunDependencies,
  args: string[],
  models?: ModelAccess,
): Promise<{ exitCode: number; output: string }> {
  return runCommandQuietly(runCommand({ dependencies, models }), ['--parallel', '1', ...args]);
}

/** A run's directory under the default observation type. */
export function runFolder(results: string, task: string, model = 'm'): string {
  return join(results, 'pyautogui/a11y_tree', model, 'os', task);
}
