import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessActivity {
  /** Number of times a thread was scheduled. */
  slices: number;
  nanoseconds: number;
  threads: number;
}

/** Null if the process has ended or the kernel has no schedstat. */
export function activityOf(pid: number): ProcessActivity | null {
  try {
    const activity = { slices: 0, nanoseconds: 0, threads: 0 };
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const [ran = '0', , slices = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
        .trim()
        .split(' ');
      activity.nanoseconds += Number(ran);
      activity.slices += Number(slices);
      activity.threads += 1;
    }
    return activity.slices > 0 ? activity : null;
  } catch {
    return null;
  }
}
