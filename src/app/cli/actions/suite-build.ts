import { counted } from '../../../base/record/counted.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { buildSuite } from '../../../tasks/suite/build/build-suite.ts';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';

export interface BuildFlags {
  check?: boolean;
  prune?: boolean;
  json?: boolean;
}

export async function buildFolder(
  folder = bundledSuite,
  { check = false, prune = false, json = false }: BuildFlags,
): Promise<void> {
  const build = await buildSuite(folder, { check, prune });
  if (check && build.changed.length > 0) process.exitCode = 1;
  if (json) {
    process.stdout.write(`${JSON.stringify(build, null, 2)}\n`);
    return;
  }
  for (const path of build.changed) process.stdout.write(`${check ? 'out of date' : 'written'}: ${printable(path)}\n`);
  const { families, tasks, changed, strays } = build;
  const state =
    changed.length === 0 ? 'up to date' : `${counted(changed.length, 'file')} ${check ? 'out of date' : 'written'}`;
  process.stdout.write(
    `${families === 1 ? '1 family' : `${families} families`}, ${counted(tasks, 'task')}: ${state}\n`,
  );
  if (strays.length > 0)
    process.stdout.write(
      `${counted(strays.length, 'file')} below assets/ that no source gives, such as ${printable(strays[0] as string)}: --prune removes ${strays.length === 1 ? 'it' : 'them'}.\n`,
    );
}
