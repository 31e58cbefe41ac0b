// A worker of examples/plugins/queue.ts: executes jobs until none is left. Start as many as you have desktops for.
//
//   bin/osharm-node examples/library/queue-worker.ts FOLDER

import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { runSweep } from 'osharm';
import { readQueuedOptions } from 'osharm/queue';

const folder = process.argv[2] ?? 'jobs';
for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const taken = join(folder, `${name}.taken-by-${process.pid}`);
  try {
    renameSync(join(folder, name), taken);
  } catch {
    // Another worker was faster.
    continue;
  }
  const { out, task, ...queued } = JSON.parse(readFileSync(taken, 'utf8'));
  const { results, errors } = await runSweep({ ...readQueuedOptions(queued), task: [task], out });
  console.log(`${task}: ${results.length} complete, ${errors.length} failed`);
  if (errors.length === 0) renameSync(taken, join(folder, `${name}.done`));
}
