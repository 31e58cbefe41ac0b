// A queue in a folder, with a job for each task. Any scheduler starts workers: `bin/osharm-node examples/library/queue-worker.ts FOLDER`
//
//   osharm run --model reference-benign --subset quickstart --queue jobs:///shared/jobs --out /shared/results --plugin examples/plugins/queue.ts

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineQueue } from 'osharm';
import { queuedOptions } from 'osharm/queue';

export const jobs = defineQueue({
  name: 'jobs',
  schemes: ['jobs'],
  async submit({ sweep, options }) {
    const folder = fileURLToPath(`file://${new URL(options.queue).pathname}`);
    const name = options.sweep ?? sweep.request.settings.model.replaceAll(/[^a-z0-9_.-]+/gi, '-');
    const open = sweep.runs.filter((run) => !run.isComplete);
    mkdirSync(folder, { recursive: true });
    // Several runs of one task share a job: its repeats and its injections.
    for (const task of new Set(open.map(({ taskId }) => taskId))) {
      const job = { ...queuedOptions(options), out: sweep.request.out, task };
      writeFileSync(join(folder, `${name}-${task}.json`), JSON.stringify(job));
    }
    return {
      name,
      added: open.length,
      complete: sweep.runs.length - open.length,
      place: sweep.request.out,
      startWorker: `bin/osharm-node examples/library/queue-worker.ts ${folder}`,
    };
  },
});
