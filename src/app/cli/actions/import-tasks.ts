import { missingPackage } from '../../../base/packages.ts';
import { counted } from '../../../base/record/counted.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { providerNamed } from '../../../desktop/providers/registry.ts';
import { loadOsworld } from '../../../verdicts/osworld/evaluator/load-evaluators.ts';
import { getters, metrics, taskPrograms } from '../../../verdicts/osworld/evaluator/registry.ts';
import type { ImportedTask } from '../../../verdicts/osworld/evaluator/task-programs.ts';
import { untilStopped } from '../until-stopped.ts';

export async function importTaskPrograms(
  folder: string,
  flags: { out: string; assets?: string; json?: boolean },
): Promise<void> {
  await loadOsworld();
  const programs = taskPrograms();
  if (programs === null) throw missingPackage('@osharm/osworld', 'osharm import --out');
  const provider = await providerNamed('sandbox');
  const { result: tasks } = await untilStopped(async (signal) => {
    try {
      await provider.check();
      return await programs.importTasks(
        {
          folder,
          out: flags.out,
          assets: flags.assets,
          offered: { getters: new Set(getters.keys()), metrics: new Set(metrics.keys()) },
          createDesktop: (own) => provider.create({ width: 1920, height: 1080 }, own),
          onTask: (done, total) => process.stderr.isTTY && process.stderr.write(`\r${done} of ${total}\x1b[K`),
        },
        signal,
      );
    } finally {
      await provider.close();
    }
  }, 'closing the desktop');
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (flags.json === true) console.log(JSON.stringify({ suite: flags.out, tasks }, null, 2));
  else for (const line of reportLines(tasks, flags.out)) console.log(line);
}

function reportLines(tasks: readonly ImportedTask[], out: string): string[] {
  const read = tasks.filter((task) => 'needs' in task);
  const lacking = new Map<string, string[]>();
  for (const task of read) for (const need of task.needs) lacking.set(need, [...(lacking.get(need) ?? []), task.id]);
  const needs = [...lacking].sort((a, b) => b[1].length - a[1].length || a[0].localeCompare(b[0]));
  const ready = read.filter((task) => task.needs.length === 0).length;
  const callers = read.filter((task) => task.needs.length === 0 && task.duty !== null);
  const lines = [`${counted(read.length, 'task')} imported into ${printable(out)}; ${ready} can be run.`];
  for (const [need, ids] of needs) lines.push(`  ${printable(need)}: needed by ${ids.map(printable).join(', ')}`);
  if (callers.length > 0)
    lines.push(`  --task-model PROVIDER:MODEL: needed by ${callers.map(({ id }) => printable(id)).join(', ')}`);
  for (const task of tasks)
    if ('fault' in task) lines.push(`  ${printable(task.id)} can’t be read: ${printable(task.fault)}`);
  lines.push(`Run them: osharm run --suite ${printable(out)} --subset all --model MODEL --dry-run`);
  return lines;
}
