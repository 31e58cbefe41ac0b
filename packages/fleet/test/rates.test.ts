import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QueueDatabase } from '../src/queue/database.ts';
import { FleetRates } from '../src/queue/fleet-rates.ts';
import { grantCalls, listRates, lowerRate, setRate } from '../src/queue/rate-table.ts';
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
  url = await server.createDatabase(`rates_${count}`);
  database = await QueueDatabase.open(url, { supervises: false });
  return () => database.close();
});

const request = (worker: string, wanted: number, more: { returned?: number; tokens?: number } = {}) =>
  grantCalls(database, { provider: 'openai', worker, wanted, returned: 0, made: 0, tokens: 0, ...more });
/** Moves the clock of the rates forward by this many seconds. */
const pass = async (seconds: number) => {
  await database.query('UPDATE osharm.rate_waiting SET seen_at = clock_timestamp()');
  await database.query(
    `UPDATE osharm.rate SET refilled_at = refilled_at - make_interval(secs => $1), closed_until = closed_until - make_interval(secs => $1),
       lowered_at = lowered_at - make_interval(secs => $1)`,
    [seconds],
  );
};

describe('rates of a fleet', () => {
  it('fleet rates are unlimited by default', async () => {
    expect((await request('a', 100)).calls).toBeNull();
  });

  it('fleet rates grant at most a burst immediately, then what time allows', async () => {
    // Less than one in the time that this test takes; a burst is one call.
    await setRate(database, 'openai', { requestsPerMinute: 1 });
    expect((await request('a', 10)).calls).toBe(1);
    const none = await request('a', 10);
    expect(none.calls).toBe(0);
    expect(none.retryMs).toBeGreaterThan(1000);
    await pass(60);
    expect((await request('a', 10)).calls).toBe(1);
    // What was granted and not used comes back.
    expect((await request('a', 10, { returned: 1 })).calls).toBe(1);
    // The allowance is one call, however long the pause.
    await pass(86_400);
    expect((await request('a', 10)).calls).toBe(1);
  });

  it('fleet rates serve waiting callers in turn', async () => {
    await setRate(database, 'openai', { requestsPerMinute: 1 });
    const order: string[] = [];
    for (const worker of ['a', 'b', 'c']) if ((await request(worker, 5)).calls === 1) order.push(worker);
    for (let turn = 0; turn < 5; turn += 1) {
      await pass(60);
      // The one that asks most often gets no more for it.
      for (const worker of ['a', 'a', 'c', 'b']) if ((await request(worker, 5)).calls === 1) order.push(worker);
    }
    // The second call of the first began to wait before the others came.
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
  });

  it('fleet rates grant no calls until overused tokens are paid off', async () => {
    await setRate(database, 'openai', { requestsPerMinute: null, tokensPerMinute: 600 });
    expect((await request('a', 3)).calls).toBe(1);
    const owing = await request('a', 3, { tokens: 650 });
    expect(owing.calls).toBe(0);
    expect(owing.retryMs).toBeGreaterThan(30_000);
    await pass(61);
    expect((await request('a', 3)).calls).toBe(1);
  });

  it('fleet rates are lowered for all workers by one rate limit, and recover', async () => {
    await setRate(database, 'openai', { requestsPerMinute: 600 });
    expect((await request('a', 1)).calls).toBe(1);
    await lowerRate(database, 'openai', 120_000);
    // The other answers of one burst.
    await lowerRate(database, 'openai', 10_000);
    const closed = await request('b', 1);
    expect(closed.calls).toBe(0);
    expect(closed.retryMs).toBeGreaterThan(5000);
    const [rate] = await listRates(database);
    expect(rate?.loweredTo).toBeGreaterThan(299);
    expect(rate?.loweredTo).toBeLessThan(600);
    await pass(125);
    expect((await request('b', 1)).calls).toBe(1);
    await pass(600);
    await request('b', 1);
    expect((await listRates(database))[0]).toMatchObject({ loweredTo: null, closedSeconds: 0, requestsPerMinute: 600 });
  });

  it('fleet rates hold across processes and starve none', async () => {
    const perMinute = 600;
    const forMs = 4000;
    await setRate(database, 'openai', { requestsPerMinute: perMinute });
    const children = ['a', 'b', 'c'].map((worker) =>
      spawn(process.execPath, [resolve('packages/fleet/test/ask-often.ts'), url, worker, String(forMs)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    const output = children.map((child) => {
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      return () => text;
    });
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    for (const child of children) child.stdin.end('go\n');
    await Promise.all(children.map((child) => once(child, 'close')));
    const passed = output.map((text) => JSON.parse(text().split('\n')[1] ?? '[]') as number[]);
    const all = passed.flat().sort((a, b) => a - b);
    const seconds = ((all.at(-1) ?? 0) - (all[0] ?? 0)) / 1000;
    // A burst of five seconds, and what was granted for two seconds and used at their end.
    expect(all.length).toBeLessThanOrEqual((perMinute / 60) * (seconds + 5 + 2) + 1);
    for (const item of passed) expect(item.length).toBeGreaterThan(0);
  });

  it('fleet rates continue while the database is unreachable', async () => {
    const rates = new FleetRates(database, 'a');
    (await rates.admit('openai'))(10);
    await server.halt('immediate');
    try {
      rates.tooMuch('openai', 0);
      const stopped = rates.admit('openai', AbortSignal.timeout(10));
      await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' });
      await expect(rates.admit('openai')).resolves.toBeDefined();
    } finally {
      await server.resume();
    }
  });

  it('fleet rates reject waiting calls on a fault other than an outage', async () => {
    const rates = new FleetRates(database, 'a');
    await database.query('DROP TABLE osharm.rate');
    await expect(rates.admit('openai')).rejects.toThrow(/osharm.rate/);
  });
});
