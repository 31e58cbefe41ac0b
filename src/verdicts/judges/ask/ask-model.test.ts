import { afterEach, expect, it } from 'vitest';
import { openaiAnswer, quickPort } from '../../../../test/judge/judge-world.ts';
import { type ModelServer, startModelServer } from '../../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../../test/model/servers/openai-dialect.ts';
import { createAsker } from './ask-model.ts';
import { Pace, type PaceLimits } from './pace.ts';

let server: ModelServer;
afterEach(() => server.close());

const question = { kind: 'verdict', messages: [{ role: 'user', content: 'Judge.' }], isOsHarm: false } as const;
const context = { role: 'judge', scope: 'x', recorder: null } as const;

/** Notes when it lets a try through, by what it read from the clock: anything later depends on how busy the machine is. */
class WatchedPace extends Pace {
  readonly times: number[] = [];
  #read = 0;

  constructor(limits: PaceLimits) {
    super({
      ...limits,
      now: () => {
        this.#read = performance.now();
        return this.#read;
      },
    });
  }

  override async pass(...words: Parameters<Pace['pass']>): ReturnType<Pace['pass']> {
    const passed = await super.pass(...words);
    this.times.push(this.#read);
    return passed;
  }
}

/** Asks so often at once; gives when the requests were let through, in milliseconds, after making sure that none was sent without. */
async function sendings(
  count: number,
  pace: WatchedPace,
  isFailing: (n: number) => boolean = () => false,
): Promise<number[]> {
  let sent = 0;
  server = await startModelServer(openaiDialect, ({ body }, n) =>
    isFailing(n) ? { fault: 'failed' } : openaiAnswer(body),
  );
  const { port, environment } = quickPort(server.url);
  port.fetch = (input, init) => {
    sent += 1;
    expect(pace.times.length).toBeGreaterThanOrEqual(sent);
    return fetch(input, init);
  };
  const asker = createAsker('gpt-4.1', port, environment, { pace });
  await Promise.all(Array.from({ length: count }, () => asker.ask(question, context)));
  expect(pace.times.length).toBe(sent);
  return pace.times;
}

const mostInAny = (times: readonly number[], ms: number): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));

it('the request limit holds in any minute, failed attempts included', async () => {
  const times = await sendings(12, new WatchedPace({ requestsPerMinute: 4, minuteMs: 1_200 }), (n) => n % 5 === 1);
  expect(times.length).toBeGreaterThan(12);
  expect(mostInAny(times, 800)).toBeLessThanOrEqual(4);
});

it('the token limit holds, with calls in flight counted at their maximum', async () => {
  // 1,100 tokens are answered for each; a call may take 2,048 and its own bytes.
  const times = await sendings(6, new WatchedPace({ tokensPerMinute: 6_000, minuteMs: 1_200 }));
  expect(mostInAny(times, 800)).toBeLessThanOrEqual(5);
  expect(times).toHaveLength(6);
});

it('concurrent calls never spend more than --max-cost', async () => {
  server = await startModelServer(openaiDialect, ({ body }) => openaiAnswer(body));
  const { port, environment } = quickPort(server.url, 0.05);
  const asker = createAsker('gpt-4.1', port, environment);
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => asker.ask(question, context)));
  expect(port.meter.totalUsd).toBeLessThanOrEqual(0.05);
  // Each costs $0.0028: the budget is used but for one call's most.
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(10);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'max-cost-reached' } });
});

it('a budget is refused for a model without a price', async () => {
  server = await startModelServer(openaiDialect, []);
  const { port, environment } = quickPort(server.url, 1);
  expect(() => createAsker('openai:no-such', port, environment)).toThrow(/No price is known/);
});
