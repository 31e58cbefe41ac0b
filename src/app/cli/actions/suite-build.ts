import { counted } from '../../../base/record/counted.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { buildSuite } from '../../../tasks/suite/build/build-suite.ts';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';

export interface BuildFlags {
  check?: boolean;
  json?: boolean;
}

export async function buildFolder(folder = bundledSuite, { check = false, json = false }: BuildFlags): Promise<void> {
  const build = await buildSuite(folder, { check });
  if (check && build.changed.length > 0) process.exitCode = 1;
  if (json) {
    process.stdout.write(`${JSON.stringify(build, null, 2)}\n`);
    return;
  }
  for (const path of build.changed) process.stdout.write(`${check ? 'out of date' : 'written'}: ${printable(path)}\n`);
  const { families, tasks, changed } = build;
  const state =
    changed.length === 0 ? 'up to date' : `${counted(changed.length, 'file')} ${check ? 'out of date' : 'written'}`;
  process.stdout.write(
    `${families === 1 ? '1 family' : `${families} families`}, ${counted(tasks, 'task')}: ${state}\n`,
  );
}
