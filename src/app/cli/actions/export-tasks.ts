import { basename, resolve } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { requireNewFolder } from '../../../base/record/file-trouble.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { bundledSuites } from '../../../tasks/suite/bundled-suites.ts';
import { writeHarborTasks } from '../../environment/harbor-tasks.ts';
import type { ExportFlags } from './export.ts';

export async function exportTasks(suite: string, { out, subset = 'all', task, json }: ExportFlags): Promise<void> {
  requireNewFolder(out, 'export-folder');
  const names = await writeHarborTasks(out, bundled(suite), task === undefined ? { subset } : { subset, task });
  if (json === true) process.stdout.write(`${JSON.stringify({ tasks: names }, null, 2)}\n`);
  else process.stdout.write(`${printable(out)}: ${names.length} tasks\n`);
}

/** Refuses other suites, because Harbor's desktop image contains only those that ship with osharm. */
function bundled(suite: string): string {
  const known = bundledSuites();
  const folder = known.find((path) => path === resolve(suite) || basename(path) === suite);
  if (folder !== undefined) return folder;
  throw new UsageError(`${suite} is not a bundled suite.`, {
    code: 'export-suite',
    hint: `Harbor's desktops have these: ${known.map((path) => basename(path)).join(', ')}.`,
  });
}
