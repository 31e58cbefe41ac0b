/**
 * Tests a sweep by a worker in a container: `bin/osharm-node tools/soak/worker-image.ts worker.tar [--podman 'podman
 * --runtime runc'] [--subset quickstart] …`
 *
 * worker.tar is the output of `osharm setup image export --worker`. Loads it, submits a sweep to a queue in a real
 * Postgres, and runs the worker with the settings of docs/run/fleet.md until no run is left. Checks that every run is
 * committed once and has a result. Exits with 1 if a check fails.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { QueueDatabase } from '../../packages/fleet/src/queue/database.ts';
import { sweepStatus } from '../../packages/fleet/src/queue/sweep-status.ts';
import { PostgresServer } from '../../packages/fleet/test/postgres-server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    podman: { type: 'string', default: 'podman' },
    settings: { type: 'string', default: '' },
    subset: { type: 'string', default: 'quickstart' },
    model: { type: 'string', default: 'reference-benign' },
    postgres: { type: 'string', default: 'npm' },
  },
});
const [archive = 'worker.tar'] = positionals;
const [podman = 'podman', ...globals] = values.podman.split(' ');
const program = fileURLToPath(new URL('../../bin/osharm', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'osharm-worker-image-'));
const results = join(folder, 'results');
mkdirSync(results);
// The root of a rootless container is an unprivileged user here.
for (const value of [folder, results]) chmodSync(value, 0o777);
const server = await PostgresServer.start(values.postgres === 'debian' ? 'debian' : 'npm');
const faults: string[] = [];
try {
  const loaded = execFileSync(podman, [...globals, 'load', '-i', archive], { encoding: 'utf8' });
  const image = /Loaded image: (\S+)/.exec(loaded)?.[1] ?? '';
  const url = await server.createDatabase('container');
  const args = ['--model', values.model, '--subset', values.subset, '--out', results];
  execFileSync(program, ['run', ...args, '--queue', url, '--sweep', 'container'], { stdio: ['ignore', 2, 2] });
  const start = performance.now();
  execFileSync(
    podman,
    [
      ...globals,
      'run',
      '--rm',
      '--network=host',
      '--volume',
      `${folder}:${folder}`,
      '--cap-add',
      'SYS_ADMIN',
      '--security-opt',
      'unmask=/proc/*',
      ...values.settings.split(' ').filter((word) => word !== ''),
      image,
      'fleet',
      'work',
      '--queue',
      url,
      '--until-done',
    ],
    { stdio: ['ignore', 2, 2] },
  );
  const seconds = Math.round((performance.now() - start) / 1000);
  const database = await QueueDatabase.open(url, { supervises: false });
  const { runs } = await sweepStatus(database, 'container');
  const paths = await database.query(`SELECT path FROM osharm.run WHERE state = 'committed'`);
  await database.close();
  if (runs.waiting + runs.running + runs.failed > 0) faults.push(`Not all runs are committed: ${JSON.stringify(runs)}`);
  for (const { path } of paths)
    if (!existsSync(join(results, String(path), 'result.txt'))) faults.push(`${path} has no result.`);
  process.stdout.write(`${JSON.stringify({ image, runs, seconds, faults: faults.length }, null, 2)}\n`);
} finally {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) process.stdout.write(`FAULT: ${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
