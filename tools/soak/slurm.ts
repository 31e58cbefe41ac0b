/**
 * Tests workers from examples/fleet/worker.sbatch in a real one-node Slurm: `bin/osharm-node tools/soak/slurm.ts
 * [--subset quickstart] …`
 *
 * Needs Debian's packages slurm-wlm and munge, and root. Starts munged, slurmctld and slurmd on loopback with their
 * files in a temporary folder, submits a sweep to a queue in a real Postgres, submits the array and waits until Slurm
 * has no job left. Checks that every run is committed once and that every task of the array exited with 0. Exits with 1
 * if a check fails.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { QueueDatabase } from '../../packages/fleet/src/queue/database.ts';
import { sweepStatus } from '../../packages/fleet/src/queue/sweep-status.ts';
import { PostgresServer } from '../../packages/fleet/test/postgres-server.ts';

const { values } = parseArgs({
  options: {
    subset: { type: 'string', default: 'quickstart' },
    model: { type: 'string', default: 'reference-benign' },
    tasks: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '20' },
    postgres: { type: 'string', default: 'npm' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'bin/osharm');
const folder = mkdtempSync(join(tmpdir(), 'osharm-slurm-'));
chmodSync(folder, 0o755);
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const faults: string[] = [];
const daemons: ChildProcess[] = [];
const server = await PostgresServer.start(values.postgres === 'debian' ? 'debian' : 'npm');
try {
  await main();
} finally {
  for (const daemon of daemons.reverse()) daemon.kill('SIGTERM');
  await Promise.all(
    daemons.map((daemon) => daemon.exitCode === null && daemon.signalCode === null && once(daemon, 'exit')),
  );
  await server.remove();
  if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
  else process.stdout.write(`Logs: ${folder}\n`);
}
for (const fault of faults) process.stdout.write(`FAULT: ${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function main(): Promise<void> {
  const conf = startSlurm();
  const slurm = (name: string, ...args: string[]): string =>
    execFileSync(name, args, {
      encoding: 'utf8',
      env: { ...process.env, SLURM_CONF: conf },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  await until('Slurm’s node is idle', () => slurm('sinfo', '-h', '-o', '%T').trim() === 'idle');
  const url = await server.createDatabase('slurm');
  const results = join(folder, 'results');
  const runFlags = ['--model', values.model, '--subset', values.subset, '--out', results];
  execFileSync(program, ['run', ...runFlags, '--queue', url, '--sweep', 'slurm'], { stdio: ['ignore', 2, 2] });
  const script = join(root, 'examples/fleet/worker.sbatch');
  const start = performance.now();
  const small = [`--array=1-${values.tasks}`, '--cpus-per-task=1', '--mem=0', '--overcommit'];
  const submitted = execFileSync('sbatch', [...small, `--output=${folder}/task-%a.log`, script], {
    encoding: 'utf8',
    cwd: folder,
    env: {
      ...process.env,
      SLURM_CONF: conf,
      OSHARM_QUEUE: url,
      OSHARM_PARALLEL: '1',
      PATH: `${join(root, 'bin')}:${process.env.PATH}`,
    },
  });
  process.stderr.write(submitted);
  await until('the array has ended', () => slurm('squeue', '-h').trim() === '');
  const seconds = Math.round((performance.now() - start) / 1000);
  const ends = slurm('scontrol', 'show', 'jobs', '--oneliner')
    .split('\n')
    .flatMap((line) => /JobState=(\S+).*ExitCode=(\S+)/.exec(line)?.slice(1, 3).join(' ') ?? []);
  if (ends.length !== Number(values.tasks) || ends.some((end) => end !== 'COMPLETED 0:0'))
    faults.push(`The tasks of the array ended as ${ends.join(', ')}.`);
  const database = await QueueDatabase.open(url, { supervises: false });
  try {
    const { runs } = await sweepStatus(database, 'slurm');
    const workers = await database.query('SELECT count(DISTINCT worker)::int AS n FROM osharm.attempt');
    if (runs.waiting + runs.running + runs.failed > 0)
      faults.push(`Not all runs are committed: ${JSON.stringify(runs)}`);
    const complete = (readdirSync(results, { recursive: true }) as string[]).filter((path) =>
      path.endsWith('/result.txt'),
    );
    if (complete.length !== runs.committed)
      faults.push(`${complete.length} results are complete, ${runs.committed} committed.`);
    const version = slurm('sinfo', '--version').trim();
    process.stdout.write(
      `${JSON.stringify({ version, subset: values.subset, tasks: ends, workers: workers[0]?.n, runs, seconds, faults: faults.length }, null, 2)}\n`,
    );
  } finally {
    await database.close();
  }
}

function startSlurm(): string {
  for (const name of ['munge', 'state', 'spool', 'log']) mkdirSync(join(folder, name), { mode: 0o755 });
  const key = join(folder, 'munge/key');
  writeFileSync(key, process.getBuiltinModule('node:crypto').randomBytes(1024), { mode: 0o600 });
  const socket = join(folder, 'munge/socket');
  const munge = ['pid', 'log', 'seed'].map((name) => `--${name}-file=${join(folder, 'munge', name)}`);
  daemon('munged', ['--foreground', '--force', `--key-file=${key}`, `--socket=${socket}`, ...munge]);
  const host = hostname();
  const conf = join(folder, 'slurm.conf');
  writeFileSync(
    conf,
    [
      'ClusterName=osharm',
      `SlurmctldHost=${host}(127.0.0.1)`,
      'SlurmUser=root',
      'SlurmctldPort=16817',
      'SlurmdPort=16818',
      'AuthType=auth/munge',
      `AuthInfo=socket=${socket}`,
      `StateSaveLocation=${folder}/state`,
      `SlurmdSpoolDir=${folder}/spool`,
      `SlurmctldPidFile=${folder}/slurmctld.pid`,
      `SlurmdPidFile=${folder}/slurmd.pid`,
      // Without cgroups.
      'ProctrackType=proctrack/linuxproc',
      'TaskPlugin=task/none',
      'JobAcctGatherType=jobacct_gather/none',
      'SelectType=select/cons_tres',
      'SelectTypeParameters=CR_CPU',
      'MpiDefault=none',
      'ReturnToService=2',
      `NodeName=${host} NodeAddr=127.0.0.1 CPUs=${Math.max(2, Number(values.tasks))} RealMemory=1000 State=UNKNOWN`,
      `PartitionName=all Nodes=${host} Default=YES MaxTime=INFINITE State=UP`,
      '',
    ].join('\n'),
  );
  daemon('slurmctld', ['-D', '-f', conf]);
  daemon('slurmd', ['-D', '-f', conf, '-N', host]);
  return conf;
}

function daemon(name: string, args: string[]): void {
  const log = openSync(join(folder, 'log', name), 'a');
  const sbin = existsSync(`/usr/sbin/${name}`) ? `/usr/sbin/${name}` : name;
  const child = spawn(sbin, args, { stdio: ['ignore', log, log] });
  child.once('error', (error) => faults.push(`${name}: ${error.message}`));
  daemons.push(child);
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (;;) {
    try {
      if (isSo()) return;
    } catch {
      // The daemons are still starting.
    }
    if (faults.length > 0 || Date.now() > endsAt) {
      const log = readFileSync(join(folder, 'log/slurmctld'), 'utf8').slice(-1000);
      throw new Error(`It never came to this: ${what}. ${faults.join(' ')} slurmctld said: ${log}`);
    }
    await sleep(1000);
  }
}
