import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attackCommand } from '../../../src/app/cli/attack.ts';
import { readRun } from '../../../src/base/record/read-run.ts';
import { readJournal } from '../../../src/runs/attack-search/journal.ts';
import { runCommandQuietly } from '../../../test/run/run-quietly.ts';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { QueueDatabase } from '../src/queue/database.ts';
import { askedRuns, attackFlags, attackWorld, journalOf, runUsd, writeAttackSuite } from './attack-world.ts';
import { PostgresServer } from './postgres-server.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
let server: PostgresServer;
let folder: ReturnType<typeof temporaryFolder>;
let url = '';
let database: QueueDatabase;
let count = 0;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  server = await PostgresServer.start();
});
afterAll(() => server?.remove());
beforeEach(async () => {
  count += 1;
  url = await server.createDatabase(`attack_${count}`);
  database = await QueueDatabase.open(url, { supervises: false });
  folder = temporaryFolder('fleet-attack');
  writeAttackSuite(folder.path);
});
afterEach(async () => {
  await Promise.all([...children].map((child) => kill(child)));
  await database.close();
  folder.remove();
});

function start(role: 'work' | 'attack', { ms = 0, shownAt = 0 }, ...flags: string[]): ChildProcess {
  const args = [at('attack-child.ts'), role, folder.path, String(ms), String(shownAt), '--queue', url, ...flags];
  const child = spawn(at('../../../bin/osharm-node'), args, { stdio: 'ignore', cwd: at('../../..') });
  children.add(child);
  return child;
}
const worker = (how: { ms?: number; shownAt?: number } = {}): ChildProcess => start('work', how, '--parallel', '4');
async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
/** The attack in this process; without a queue on its own fake desktops. */
const attack = (results: string, ...flags: string[]) =>
  runCommandQuietly(attackCommand({ dependencies: attackWorld(folder.path) }), [
    ...attackFlags(folder.path, results),
    ...flags,
  ]);
const query = async (sql: string): Promise<Record<string, unknown>> => (await database.query(sql))[0] ?? {};
const committed = async (): Promise<number> => Number((await query('SELECT count(*)::int AS n FROM osharm.result')).n);

describe('osharm attack --queue', () => {
  it('osharm attack --queue lets workers run a local search’s trials, with the same journal line by line', async () => {
    const local = await attack('local');
    expect(local.exitCode, local.output).toBe(0);
    expect(local.output).toMatch(/evolve: 1 target searched/);
    worker();
    const { exitCode, output } = await attack('fleet', '--queue', url);
    expect(exitCode, output).toBe(0);
    expect(journalOf(folder.path, 'fleet')).toEqual(journalOf(folder.path, 'local'));
    expect(output.match(/winner: .*/g)).toEqual(local.output.match(/winner: .*/g));
    // Again: everything is there, and nothing is put into the queue.
    const runs = await query('SELECT count(*)::int AS n, max(attempts) AS most FROM osharm.run');
    const again = await attack('fleet', '--queue', url);
    expect(again.exitCode, again.output).toBe(0);
    expect(await query('SELECT count(*)::int AS n, max(attempts) AS most FROM osharm.run')).toEqual(runs);
    expect(runs.most).toBe(1);
    // The journal is lost: all of it is read from the queue.
    const before = journalOf(folder.path, 'fleet');
    rmSync(join(folder.path, 'fleet/queries.jsonl'));
    expect((await attack('fleet', '--queue', url)).exitCode).toBe(0);
    expect(journalOf(folder.path, 'fleet')).toEqual(before);
    expect(await query('SELECT max(attempts) AS most FROM osharm.run')).toEqual({ most: 1 });
  });

  it('osharm attack --queue loses nothing and pays nothing twice if the search and its workers are killed', async () => {
    const local = await attack('local');
    expect(local.exitCode, local.output).toBe(0);
    const askedHere = askedRuns(folder.path).length;
    const flags = [...attackFlags(folder.path, 'fleet'), '--parallel', '2'];
    let working = worker({ ms: 60 });
    for (const least of [3, 9, 15]) {
      const search = start('attack', {}, ...flags);
      await expect.poll(committed, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(least);
      await kill(search);
      await kill(working);
      // A worker that is silent for longer than its lease, as pg-boss sees it.
      await database.query(
        `UPDATE osharm_jobs.job SET heartbeat_on = now() - interval '2 minutes' WHERE state = 'active'`,
      );
      await database.query('UPDATE osharm_jobs.queue SET monitor_claim_on = NULL, monitor_on = NULL');
      await database.boss.supervise();
      working = worker({ ms: 60 });
    }
    const last = await attack('fleet', '--parallel', '2', '--queue', url);
    expect(last.exitCode, last.output).toBe(0);
    const sorted = (results: string): string[] => journalOf(folder.path, results).sort();
    expect(sorted('fleet')).toEqual(sorted('local'));
    const { attempts, lost } = await query(
      `SELECT count(*)::int AS attempts, count(*) FILTER (WHERE ended = 'expired')::int AS lost FROM osharm.attempt`,
    );
    // What was asked more than once was asked by a worker that was killed.
    expect(Number(attempts) - Number(lost)).toBe(await committed());
    expect(askedRuns(folder.path).length - askedHere).toBeLessThanOrEqual(Number(attempts));
  }, 300_000);

  it('osharm attack --queue keeps --max-cost despite lost and abandoned trials, and continues with a larger one', async () => {
    worker();
    const money = ['--queue', url, '--max-run-cost', '1', '--max-cost'];
    const first = await attack('fleet', ...money, '4');
    expect(first.exitCode, first.output).toBe(1);
    expect(first.output).toMatch(/The attack has cost \$3\.\d\d of \$4\./);
    const spent = async (): Promise<number> => Number((await query('SELECT spent_usd FROM osharm.sweep')).spent_usd);
    expect(await spent()).toBeLessThanOrEqual(4);
    expect(await spent()).toBeCloseTo(runUsd * askedRuns(folder.path).length);
    // Trials that no worker had started were withdrawn.
    expect(await query(`SELECT count(*)::int AS n FROM osharm.run WHERE state IN ('waiting', 'running')`)).toEqual({
      n: 0,
    });
    const second = await attack('fleet', ...money, '100');
    expect(second.exitCode, second.output).toBe(0);
    expect(new Set(journalOf(folder.path, 'fleet')).size).toBe(journalOf(folder.path, 'fleet').length);
    expect(await spent()).toBeCloseTo(runUsd * askedRuns(folder.path).length);
  });

  it('osharm attack --queue starts trials at the exposure of earlier ones, whichever worker ran them', async () => {
    worker({ shownAt: 2 });
    const { exitCode, output } = await attack('fleet', '--queue', url, '--from-exposure');
    expect(exitCode, output).toBe(0);
    const lines = readJournal(join(folder.path, 'fleet'));
    const sharing = lines.filter(({ shared }) => (shared?.steps ?? 0) > 0);
    expect(sharing.length).toBeGreaterThan(0);
    for (const { shared, directory } of sharing) {
      const prefix = lines.find((line) => line.directory === shared?.from);
      expect(prefix).toMatchObject({ shared: null, exposedAt: 2 });
      expect(readRun(join(folder.path, 'fleet', String(directory))).runJson).toMatchObject({
        shared: { from: join(folder.path, 'fleet', String(prefix?.directory)), steps: 2 },
      });
    }
  });

  it('osharm attack --queue refuses a second process of the same attack', async () => {
    start('attack', {}, ...attackFlags(folder.path, 'fleet'));
    const runs = async (): Promise<number> => Number((await query('SELECT count(*)::int AS n FROM osharm.run')).n);
    await expect.poll(runs, { timeout: 60_000 }).toBeGreaterThan(1);
    await expect(attack('fleet', '--queue', url)).rejects.toMatchObject({ code: 'attack-under-way' });
  });
});
