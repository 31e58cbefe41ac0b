/**
 * Runs the pilot: three models, one subset, three repeats, and one file to send:
 *
 *     bin/osharm-node tools/suites/calibration/pilot.ts --out pilot openai:A anthropic:B google:C [--subset core] [--max-cost 150]
 *
 * A stopped pilot goes on with the same command. `pilot/pilot.json` holds the report with every task's figures; it has
 * no pictures, no prompts and no keys.
 */
import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals: models } = parseArgs({
  options: {
    out: { type: 'string', default: 'pilot' },
    subset: { type: 'string', default: 'core' },
    repeat: { type: 'string', default: '3' },
    'max-cost': { type: 'string', default: '150' },
  },
  allowPositionals: true,
});
const program = fileURLToPath(new URL('../../../bin/osharm', import.meta.url));

/**
 * Runs osharm, with its output to a file where one is given. Ends this program with its exit code where it could not
 * work (2 or more); 1 says that single runs failed, which the report names.
 */
function osharm(args: readonly string[], file?: string): void {
  const output = file === undefined ? 'inherit' : openSync(file, 'w');
  const { status } = spawnSync(program, args, { stdio: ['inherit', output, 'inherit'] });
  if (status === null || status > 1) process.exit(status ?? 3);
}

if (models.length < 3) {
  process.stderr.write('Name three models: discrimination is not defined with fewer.\n');
  process.exit(2);
}
const results = join(values.out, 'results');
for (const model of models)
  osharm([
    ...['run', '--model', model, '--subset', values.subset, '--repeat', values.repeat],
    ...['--max-cost', values['max-cost'], '--out', results],
  ]);
osharm(['report', results, '--format', 'json'], join(values.out, 'pilot.json'));
process.stdout.write(`Send ${join(values.out, 'pilot.json')}.\n`);
