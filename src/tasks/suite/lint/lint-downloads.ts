import { downloadsOfTask } from '../downloaded-files.ts';
import type { WantedDownload } from '../lint-finding.ts';
import type { Suite } from '../suite.ts';
import type { Task } from '../task.ts';

export type IsAtHand = (wanted: WantedDownload) => boolean;

/** Files that tasks download. `missing` counts those not available locally, and `hosts` lists their hosts. */
export interface TaskDownloads {
  files: number;
  missing: number;
  hosts: string[];
}

export function downloadsOf(
  tasks: readonly { task: Task; id: string }[],
  suite: Suite,
  isAtHand: IsAtHand,
): TaskDownloads {
  const wanted = new Map<string, WantedDownload>();
  for (const { task, id } of tasks)
    for (const { url, path } of downloadsOfTask(task))
      if (!wanted.has(url)) wanted.set(url, { url, path, taskId: id, suiteFolder: suite.assetRoot });
  const missing = [...wanted.values()].filter((wantedDownload) => !isAtHand(wantedDownload));
  const hosts = missing.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).hostname] : []));
  return { files: wanted.size, missing: missing.length, hosts: [...new Set(hosts)].sort() };
}
