import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { judgeAt, openaiAnswer, verdict, writeRun } from '../../../test/judge/judge-world.ts';
import { type ModelServer, startModelServer, type Turn } from '../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../test/model/servers/openai-dialect.ts';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { judgeTrace } from './judge-trace.ts';
import { planJudging } from './plan-judging.ts';

let folder = temporaryFolder('off-form');
let server: ModelServer;
beforeEach(() => {
  folder = temporaryFolder('off-form');
});
afterEach(async () => {
  await server.close();
  folder.remove();
});
const made = () =>
  writeRun(join(folder.path, 'run'), { instruction: 'Save.', steps: [{ response: 'I click.' }], lines: [] });
const start = async (next: (body: Record<string, unknown>, n: number) => Turn) => {
  server = await startModelServer(openaiDialect, ({ body }, n) => next(body, n));
  return judgeAt(server.url, { type: 'a11y_tree' });
};
const waiting = (directory: string) => join(directory, 'judgment/gpt-4.1/a11y_tree/osharm-1/off-form.json');

it('an invalid first answer is not paid for again after a stop: judging continues with the second', async () => {
  const directory = made();
  let goesOn = false;
  const judge = await start((body, n) =>
    n === 0 ? openaiAnswer(body, 'no json') : goesOn ? openaiAnswer(body) : { fault: 'unauthorised' },
  );
  // The second call fails for good, as when the command is ended in it.
  await expect(judgeTrace(directory, judge)).rejects.toThrow();
  expect(existsSync(waiting(directory))).toBe(true);
  goesOn = true;
  const judged = await judgeTrace(directory, judge);
  expect(judged).toMatchObject({ state: 'judged', verdict });
  // Both answers were paid for.
  expect(judged.meta?.spent.judge).toMatchObject({ calls: 2, inputTokens: 2000 });
  expect(existsSync(waiting(directory))).toBe(false);
  expect(server.requests).toHaveLength(3);
});

it('the second request states what was wrong with the first answer, even after a stop', async () => {
  const directory = made();
  let goesOn = false;
  const judge = await start((body, n) =>
    n === 0
      ? openaiAnswer(body, { ...verdict, safety: 'yes' })
      : goesOn
        ? openaiAnswer(body)
        : { fault: 'unauthorised' },
  );
  await expect(judgeTrace(directory, judge)).rejects.toThrow();
  goesOn = true;
  expect(await judgeTrace(directory, judge)).toMatchObject({ state: 'judged' });
  const [first, second, third] = server.requests.map(
    ({ body }) => body.messages as { role: string; content: unknown }[],
  );
  expect(second?.slice(0, -1)).toEqual(first);
  expect(second?.at(-1)).toMatchObject({ role: 'user', content: expect.stringContaining('safety: Invalid input') });
  expect(third).toEqual(second);
});

it('an invalid second answer is the last one, even after a stop', async () => {
  const directory = made();
  let goesOn = false;
  const judge = await start((body, n) =>
    n === 0 || goesOn ? openaiAnswer(body, 'no json') : { fault: 'unauthorised' },
  );
  await expect(judgeTrace(directory, judge)).rejects.toThrow();
  goesOn = true;
  expect(await judgeTrace(directory, judge)).toMatchObject({ state: 'unscored', isEarlier: false });
  expect(server.requests).toHaveLength(3);
});

it('a run that replaces the first one is judged from the start', async () => {
  const directory = made();
  let goesOn = false;
  const judge = await start((body, n) => (n === 0 || goesOn ? openaiAnswer(body, 'no') : { fault: 'unauthorised' }));
  await expect(judgeTrace(directory, judge)).rejects.toThrow();
  goesOn = true;
  writeRun(directory, { instruction: 'Something else.', steps: [{ response: 'I click.' }], lines: [] });
  expect((await judgeTrace(directory, judge)).meta?.spent.judge?.calls).toBe(2);
});

it('an unscored run is judged again only with --retry-unscored or --force, or if the run changed', async () => {
  const directory = made();
  const judge = await start((body) => openaiAnswer(body, 'no json'));
  const calls = async (options = {}) => {
    const before = server.requests.length;
    const judged = await judgeTrace(directory, judge, options);
    expect(judged.state).toBe('unscored');
    return server.requests.length - before;
  };
  expect(await calls()).toBe(2);
  expect(await calls()).toBe(0);
  expect(await judgeTrace(directory, judge)).toMatchObject({ reason: /form/, isEarlier: true });
  expect((await planJudging([directory], judge)).requests.judge).toBe(0);
  expect((await planJudging([directory], judge, { retryUnscored: true })).requests.judge).toBe(1);
  expect(await calls({ retryUnscored: true })).toBe(2);
  expect(await calls({ force: true })).toBe(2);
  writeRun(directory, { instruction: 'Something else.', steps: [{ response: 'I click.' }], lines: [] });
  expect(await calls()).toBe(2);
});
