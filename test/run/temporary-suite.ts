import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of its own for a test, removed by `remove`. */
export function temporaryFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `osharm-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The smallest task that can be run: no set-up, `infeasible`. */
export function plainTask(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id, instruction: 'Do it.', config: [], related_apps: [], evaluator: { func: 'infeasible' }, ...more };
}

/** Writes a suite: files by path, each as JSON (or text as it is). */
export function writeSuite(folder: string, files: Record<string, unknown>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 1));
  }
}
