// A reporter that appends a line to a file for each run that ends. `RUN_LOG=runs.jsonl osharm run … --plugin examples/plugins/reporter.ts`
import { appendFileSync } from 'node:fs';
import { defineReporter } from 'osharm';

export const runLog = defineReporter({
  name: 'run-log',
  onEvent(event) {
    if (event.kind !== 'run-ended') return;
    const { agent, domain, task } = event.run;
    const line = JSON.stringify({ agent, domain, task, outcome: event.outcome, seconds: event.durationMs / 1000 });
    appendFileSync(process.env.RUN_LOG ?? 'runs.jsonl', `${line}\n`);
  },
  onEnd({ results, errors }) {
    console.error(`run-log: ${results.length} complete, ${errors.length} with errors.`);
  },
});
