import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../../src/base/errors.ts';
import type { WithoutResult } from '../../../src/runs/queue/run-queue.ts';
import { cancelSweep, limitSweep, pauseSweep, resumeSweep, retrySweep } from '../src/queue/control.ts';
import { QueueDatabase } from '../src/queue/database.ts';
import { GrowingSweep } from '../src/queue/growing-sweep.ts';
import type { PostgresClaim } from '../src/queue/postgres-claim.ts';
import { PostgresQueue } from '../src/queue/postgres-queue.ts';
import { type SubmittedSweep, submitSweep } from '../src/queue/submit.ts';
import { sweepStatus } from '../src/queue/sweep-status.ts';
import { PostgresServer } from './postgres-server.ts';

let server: PostgresServer;
let database: QueueDatabase;
let count = 0;
let url = '';
beforeAll(async () => {
  server = await PostgresServer.start();
});
afterAll(() => server?.remove());
beforeEach(async () => {
  count += 1;
  url = await server.createDatabase(`queue_${count}`);
  database = await QueueDatabase.open(url, { supervises: false });
  return () => database.close();
});

const signal = new AbortController().signal;
const runs = (...keys: string[]) => keys.map((key) => ({ key, label: `os/${key}`, path: `pyautogui/x/m/os/${key}` }));
const sweep = (more: Partial<SubmittedSweep> = {}): SubmittedSweep => ({
  name: 's',
  flags: { model: 'm' },
  results: '/results',
  version: '0',
  image: null,
  suiteHash: 'h',
  priority: 1,
  capUsd: null,
  runUsd: 0,
  callUsd: 0,
  ...more,
});
const queue = (worker = 'w', kind: 'run' | 'judge' = 'run') =>
  new PostgresQueue(database, { worker, kind, untilDone: true, heartbeatMs: 3_600_000, pollMs: 10 });
const claim = async (worker?: string): Promise<PostgresClaim> => {
  const claimed = await queue(worker).claim(signal);
  if (claimed === null) throw new Error('There is nothing to claim.');
  return claimed;
};
const result = { manifest: 'hash', outcome: 'done', resultText: '1\n', staged: 'x.attempt-1', costUsd: 0 };
/** What a worker that is silent for longer than the lease looks like to the database. */
const expire = async (): Promise<void> => {
  await database.query(`UPDATE osharm_jobs.job SET heartbeat_on = now() - interval '2 minutes' WHERE state = 'active'`);
  // pg-boss looks once in ten seconds.
  await database.query('UPDATE osharm_jobs.queue SET monitor_claim_on = NULL, monitor_on = NULL');
  await database.boss.supervise();
};
const failure = (isRetryable: boolean) => new EnvironmentError('The host is full.', { code: 'host-full', isRetryable });

describe('a queue in Postgres', () => {
  it('the Postgres queue hands out each run once and ignores a repeated submission', async () => {
    expect(await submitSweep(database, sweep(), runs('a', 'b'))).toBe(2);
    expect(await submitSweep(database, sweep(), runs('a', 'b', 'c'))).toBe(1);
    const claims = [await claim(), await claim(), await claim()];
    expect(claims.map(({ key }) => key).sort()).toEqual(['a', 'b', 'c']);
    for (const item of claims) {
      expect(await item.commit(result)).toBe(true);
      await item.close();
    }
    expect(await queue().claim(signal)).toBeNull();
  });

  it('the Postgres queue reports why no one takes a waiting run', async () => {
    await submitSweep(database, sweep(), []);
    const messages: string[] = [];
    const growing = new GrowingSweep(database, 's', {
      budgetUsedUp: () => new Error('no limit was given') as never,
      onHeld: (why) => messages.push(why),
      pollMs: 20,
      idleMs: 200,
    });
    const [run] = runs('a');
    const ended = expect(growing.execute({ ...(run as typeof run & object), own: {} }, signal)).rejects.toMatchObject({
      code: 'sweep-cancelled',
    });
    await expect.poll(() => messages).toEqual(['no-worker']);
    await pauseSweep(database, 's');
    await expect.poll(() => messages).toEqual(['no-worker', 'paused']);
    await resumeSweep(database, 's');
    await expect.poll(() => messages).toEqual(['no-worker', 'paused', 'no-worker']);
    await cancelSweep(database, 's');
    await ended;
    await growing.close();
  });

  it('the Postgres queue hands out judgments once their results are published, with their cost limits', async () => {
    const judged = { judges: ['m/aer/v', 'n/aer/v'], judgeUsd: 2, judgeCallUsd: 0.5 };
    await submitSweep(database, sweep({ ...judged, capUsd: 8, runUsd: 3 }), runs('a'));
    expect(
      await queue('j', 'judge')
        .claim(AbortSignal.timeout(300))
        .catch(() => null),
    ).toBeNull();
    const run = await claim();
    await run.commit({ ...result, costUsd: 3 });
    await run.published();
    await run.close();
    // Done twice, as by a worker that publishes what another left.
    await run.published();
    const [first, second] = [await queue('j', 'judge').claim(signal), await queue('j', 'judge').claim(signal)];
    expect([first?.key, second?.key].sort()).toEqual(['a:m/aer/v', 'a:n/aer/v']);
    expect(first).toMatchObject({ path: run.path, limitUsd: 1.5 });
    expect(await sweepStatus(database, 's')).toMatchObject({
      spentUsd: 7,
      runs: { committed: 1 },
      judgments: { running: 2 },
    });
    for (const item of [first, second]) {
      await item?.commit({ ...result, staged: '', resultText: '', costUsd: 1 });
      await item?.close();
    }
    expect(await sweepStatus(database, 's')).toMatchObject({ spentUsd: 5, judgments: { committed: 2 } });
    expect(await queue('j', 'judge').claim(signal)).toBeNull();
    const [left] = await database.query('SELECT count(*)::int AS n FROM osharm.result WHERE published_at IS NULL');
    expect(left).toEqual({ n: 0 });
  });

  it('the Postgres queue refuses different flags under the same name', async () => {
    await submitSweep(database, sweep(), runs('a'));
    await expect(submitSweep(database, sweep({ flags: { model: 'n' } }), runs('a'))).rejects.toMatchObject({
      code: 'sweep-name-taken',
    });
  });

  it('the Postgres queue fences the attempt of a silent worker: the other one counts, whichever comes first', async () => {
    await submitSweep(database, sweep(), runs('a'));
    const first = await claim('one');
    await expire();
    const second = await claim('two');
    expect(second.attempt).toBe(2);
    expect(await first.commit(result)).toBe(false);
    expect(first.lost.aborted).toBe(true);
    expect(await second.commit({ ...result, staged: 'x.attempt-2' })).toBe(true);
    const kept = await database.query('SELECT attempt, staged FROM osharm.result');
    expect(kept).toEqual([{ attempt: 2, staged: 'x.attempt-2' }]);
    expect(await database.query('SELECT attempt, ended, staged FROM osharm.attempt ORDER BY attempt')).toEqual([
      { attempt: 1, ended: 'fenced', staged: 'x.attempt-1' },
      { attempt: 2, ended: 'committed', staged: 'x.attempt-2' },
    ]);
    await Promise.all([first.close(), second.close()]);
  });

  it('the Postgres queue tells a returning worker at its next heartbeat that it lost its claim', async () => {
    await submitSweep(database, sweep(), runs('a'));
    const first = await claim('one');
    await first.heartbeat();
    expect(first.lost.aborted).toBe(false);
    await expire();
    await first.heartbeat();
    expect(first.lost.aborted).toBe(true);
    await first.close();
  });

  it('the Postgres queue keeps a heartbeat’s error other than an outage and throws it when the claim is closed', async () => {
    await submitSweep(database, sweep(), runs('a'));
    const held = await claim();
    await database.query('ALTER TABLE osharm.attempt RENAME TO gone');
    await held.heartbeat();
    expect(held.lost.aborted).toBe(false);
    await expect(held.close()).rejects.toThrow(/osharm.attempt/);
  });

  it('the Postgres queue accepts a repeated commit, since the answer may be lost with the connection', async () => {
    await submitSweep(database, sweep(), runs('a'));
    const first = await claim();
    expect(await first.commit(result)).toBe(true);
    expect(await first.commit(result)).toBe(true);
    await first.close();
  });

  it('the Postgres queue does not retry a permanent failure, and retries a transient one once', async () => {
    await submitSweep(database, sweep(), runs('a'));
    const first = await claim();
    await first.end({ as: 'failed', error: failure(false), isFinal: true, costUsd: 0 });
    await first.close();
    expect(await queue().claim(signal)).toBeNull();
    expect(await database.query('SELECT state, error FROM osharm.run')).toMatchObject([
      { state: 'failed', error: { code: 'host-full' } },
    ]);

    await submitSweep(database, sweep({ name: 't' }), runs('a'));
    for (const state of ['waiting', 'failed']) {
      const again = await claim();
      await again.end({ as: 'failed', error: failure(true), isFinal: false, costUsd: 0 });
      await again.close();
      expect(await database.query(`SELECT state FROM osharm.run WHERE sweep = 't'`)).toEqual([{ state }]);
      await database.query('UPDATE osharm_jobs.job SET start_after = now()');
    }
    expect(await queue().claim(signal)).toBeNull();
  });

  it('the Postgres queue takes back what a stopping worker had claimed', async () => {
    await submitSweep(database, sweep(), runs('a'));
    const first = await claim();
    await first.end({ as: 'released', fault: null, costUsd: 0 });
    await first.close();
    const two = await claim();
    expect(two).toMatchObject({ key: 'a', attempt: 2 });
    await two.close();
  });

  it('the Postgres queue fails a run that is returned three times in a row without progress, and says why', async () => {
    await submitSweep(database, sweep(), runs('a'));
    const end = async (ending: WithoutResult): Promise<void> => {
      const first = await claim();
      await first.end({ ...ending, costUsd: 0 });
      await first.close();
    };
    const state = async () => (await database.query('SELECT state, error FROM osharm.run'))[0];
    await end({ as: 'released', fault: failure(true) });
    await end({ as: 'released', fault: null });
    await end({ as: 'released', fault: failure(true) });
    expect(await state()).toMatchObject({ state: 'waiting' });
    await end({ as: 'released', fault: failure(true) });
    expect(await state()).toMatchObject({ state: 'failed', error: { code: 'host-full' } });
    expect(await queue().claim(signal)).toBeNull();
    expect(await retrySweep(database, 's')).toBe(1);
    await end({ as: 'released', fault: failure(true) });
    expect(await state()).toMatchObject({ state: 'waiting' });
  });

  it('the Postgres queue reserves the worst-case cost of each claim, settles the actual cost, and never exceeds the cap', async () => {
    await submitSweep(database, sweep({ capUsd: 1, runUsd: 0.4 }), runs('a', 'b', 'c'));
    const [first, two] = [await claim(), await claim()];
    const waiting = new AbortController();
    const third = queue().claim(waiting.signal);
    setTimeout(() => waiting.abort(new Error('nothing came')), 300);
    await expect(third).rejects.toThrow();
    await first.commit({ ...result, costUsd: 0.1 });
    // The worker of the second is lost: what it spent is not known, so it counts whole.
    const three = await claim();
    await expire();
    await Promise.all([first.close(), two.close(), three.close()]);
    expect(await database.query('SELECT round(spent_usd::numeric, 2)::float AS spent FROM osharm.sweep')).toEqual([
      { spent: 0.9 },
    ]);
  });

  it('the Postgres queue shares workers between sweeps by priority', async () => {
    await submitSweep(database, sweep({ name: 'low' }), runs('a', 'b', 'c', 'd'));
    await submitSweep(database, sweep({ name: 'high', priority: 3 }), runs('a', 'b', 'c', 'd'));
    const claims: PostgresClaim[] = [];
    for (let n = 0; n < 4; n += 1) claims.push(await claim());
    expect(claims.filter(({ sweep: name }) => name === 'high')).toHaveLength(3);
    for (const item of claims) await item.close();
  });

  it('claims of the Postgres queue at the same time keep to the limit of a sweep', async () => {
    await submitSweep(database, sweep(), runs('a', 'b', 'c', 'd', 'e', 'f'));
    await limitSweep(database, 's', { parallel: 2 });
    const waiting = new AbortController();
    const claiming = Array.from({ length: 6 }, (_, n) => queue(`w${n}`).claim(waiting.signal));
    setTimeout(() => waiting.abort(new Error('nothing came')), 1000);
    const claimed = (await Promise.allSettled(claiming)).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    );
    expect(claimed).toHaveLength(2);
    for (const item of claimed) await item?.close();
  });

  it('a sweep in the Postgres queue can be paused, resumed, limited and cancelled', async () => {
    await submitSweep(database, sweep(), runs('a', 'b', 'c'));
    await pauseSweep(database, 's');
    expect(await queue().claim(signal)).toBeNull();
    await resumeSweep(database, 's');
    const first = await claim();
    await limitSweep(database, 's', { parallel: 1, capUsd: 5 });
    const waiting = new AbortController();
    const second = queue().claim(waiting.signal);
    setTimeout(() => waiting.abort(new Error('nothing came')), 300);
    await expect(second).rejects.toThrow();
    expect(await cancelSweep(database, 's')).toBe(2);
    await first.heartbeat();
    expect(first.lost.aborted).toBe(true);
    await first.end({ as: 'released', fault: null, costUsd: 0 });
    await first.close();
    const status = await sweepStatus(database, 's');
    expect(status).toMatchObject({ state: 'cancelled', capUsd: 5, parallel: 1, running: [] });
    expect(status.runs).toEqual({ waiting: 0, running: 0, committed: 0, failed: 0, cancelled: 3 });
    await expect(resumeSweep(database, 's')).rejects.toMatchObject({ code: 'sweep-cancelled' });
    await expect(pauseSweep(database, 'unheard-of')).rejects.toMatchObject({ code: 'sweep-unknown' });
  });

  it('the Postgres queue groups errors by cause and reruns failed runs on request', async () => {
    await submitSweep(database, sweep(), runs('a', 'b'));
    for (let n = 0; n < 2; n += 1) {
      const first = await claim();
      await first.end({ as: 'failed', error: failure(false), isFinal: true, costUsd: 0 });
      await first.close();
    }
    expect((await sweepStatus(database, 's')).errors).toEqual([
      { code: 'host-full', blame: 'environment', runs: 2, message: 'The host is full.' },
    ]);
    expect(await retrySweep(database, 's', { code: 'another-code' })).toBe(0);
    expect(await retrySweep(database, 's', { code: 'host-full' })).toBe(2);
    const again = await claim();
    expect(again.attempt).toBe(2);
    await again.commit(result);
    await again.close();
    expect((await sweepStatus(database, 's')).runs).toMatchObject({ waiting: 1, committed: 1, failed: 0 });
  });

  it('the Postgres queue fails a run on which too many workers were lost', async () => {
    await submitSweep(database, sweep(), runs('a'), { lostWorkersLimit: 1 });
    for (let n = 0; n < 2; n += 1) {
      const first = await claim();
      await expire();
      await first.close();
    }
    expect((await sweepStatus(database, 's')).errors).toMatchObject([{ code: 'workers-lost', runs: 1 }]);
    expect(await queue().claim(signal)).toBeNull();
  });

  it('the Postgres queue opens while others write: starting workers don’t wait for busy ones', async () => {
    await submitSweep(database, sweep(), runs('a'));
    await database.transaction(async (transaction) => {
      await transaction.query(`UPDATE osharm.run SET failures = 0`);
      await transaction.query(`UPDATE osharm.sweep SET spent_usd = 0`);
      const other = await QueueDatabase.open(url, { supervises: false });
      await other.close();
    });
  });

  it('the Postgres queue survives a restart of the database', async () => {
    await submitSweep(database, sweep(), runs('a', 'b'));
    const first = await claim();
    await server.halt('immediate');
    const committed = first.commit(result);
    await server.resume();
    expect(await committed).toBe(true);
    const two = await claim();
    expect(two.key).not.toBe(first.key);
    await Promise.all([first.close(), two.close()]);
  });
});
