import { readdirSync, readFileSync } from 'node:fs';

/** Ids of all processes that descend from `root` (not itself), whatever namespaces they are in. */
export function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    const parent = parentOf(pid);
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  const queue = [...(children.get(root) ?? [])];
  for (let pid = queue.shift(); pid !== undefined; pid = queue.shift()) {
    found.push(pid);
    queue.push(...(children.get(pid) ?? []));
  }
  return found;
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** Proportional set size and anonymous + shared memory of one process, in megabytes, by its `smaps_rollup`. */
export function processMemory(pid: number): { command: string; pssMb: number; anonymousMb: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
    const command = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return {
      command,
      pssMb: kilobytes('Pss') / 1024,
      anonymousMb: (kilobytes('Pss_Anon') + kilobytes('Pss_Shmem')) / 1024,
    };
  } catch {
    return null;
  }
}
