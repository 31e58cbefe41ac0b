import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeAt, openaiAnswer, readable, verdict, writeRun } from '../../../test/judge/judge-world.ts';
import { anthropicDialect } from '../../../test/model/servers/anthropic-dialect.ts';
import { googleDialect } from '../../../test/model/servers/google-dialect.ts';
import { type ModelServer, startModelServer, type Turn } from '../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../test/model/servers/openai-dialect.ts';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { shapeWords } from '../../../test/suite/checkout/shape.ts';
import { readJudgments } from '../../base/record/read-judgments.ts';
import { findRuns } from '../../base/record/read-run.ts';
import { judgeTrace } from './judge-trace.ts';
import { judgeTree } from './judge-tree.ts';

let folder = temporaryFolder('judge');
let server: ModelServer | null = null;
beforeEach(() => {
  folder = temporaryFolder('judge');
});
afterEach(async () => {
  await server?.close();
  folder.remove();
});

const types = ['aer', 'all_step_aer', 'all_step_aer_fixed', 'default', 'captioned_default', 'a11y_tree'] as const;
const run = { instruction: 'Save the file.', steps: [{ response: 'I click.' }, { response: 'Done.\n```\nDONE\n```' }] };
const start = async (next: (body: Record<string, unknown>, n: number) => Turn = (body) => openaiAnswer(body)) => {
  server = await startModelServer(openaiDialect, ({ body }, n) => next(body, n));
  return server.url;
};
/** Verdict requests alone. */
const judgeRequests = () => server?.requests.filter(({ body }) => 'functions' in body || 'tools' in body) ?? [];
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

describe('messages of each judge type', () => {
  it.each(types)('the messages of the judge type %s match the snapshot', async (type) => {
    const directory = writeRun(join(folder.path, 'run'), run);
    await judgeTrace(directory, judgeAt(await start(), { type, version: 'v3' }));
    await expect(readable(json(join(directory, 'messages.json')))).toMatchFileSnapshot(`messages/${type}.txt`);
    expect(judgeRequests()[0]?.body.messages).toEqual(json(join(directory, 'messages.json')));
  });

  it.each([
    ['screenshot', 'default'],
    ['a11y_tree', 'default'],
    ['som', 'default'],
    ['a11y_tree', 'captioned_default'],
  ] as const)(
    'the messages for %s observations of the judge type %s match the snapshot',
    async (observationType, type) => {
      const directory = writeRun(join(folder.path, 'run'), run);
      await judgeTrace(directory, judgeAt(await start(), { type, observationType, version: 'v3' }));
      const name = `messages/${type}-${observationType}.txt`;
      await expect(readable(json(join(directory, 'messages.json')))).toMatchFileSnapshot(name);
    },
  );

  it.each([
    ['no line', [], 'PICTURE 0'],
    ['no traj.jsonl', null, 'PICTURE 0'],
    ['an Error line alone', [{ Error: 'Time limit exceeded' }], 'PICTURE 0'],
    ['one action, then Error', [{ step_num: 1, screenshot_file: 'step_1.png' }, { Error: 'x' }], 'PICTURE 0'],
    [
      'two actions, then Error',
      [{ step_num: 1, screenshot_file: 'step_0.png' }, { step_num: 2, screenshot_file: 'step_1.png' }, { Error: 'x' }],
      'PICTURE 1',
    ],
    ['two Error lines', [{ step_num: 1, screenshot_file: 'step_1.png' }, { Error: 'x' }, { Error: 'x' }], 'PICTURE 0'],
    ['an action', [{ step_num: 1, screenshot_file: 'step_1.png' }], 'PICTURE 1'],
  ])('the judge sees the final picture that OS-Harm would choose: %s', async (_, lines, expected) => {
    const directory = writeRun(join(folder.path, 'run'), { ...run, lines: lines as Record<string, unknown>[] | null });
    await judgeTrace(directory, judgeAt(await start()));
    const caption = server?.requests.find(({ body }) => !('tools' in body));
    expect(Buffer.from(JSON.stringify(caption?.body).split('base64,')[1] ?? '', 'base64').toString()).toContain(
      expected,
    );
  });

  it('the judge’s messages mark a missing final picture and skip steps without a picture', async () => {
    const steps = [{ response: 'a', isMissing: true }, { response: 'b' }];
    const directory = writeRun(join(folder.path, 'run'), { ...run, steps, lines: [] });
    const url = await start();
    const plain = await judgeTrace(directory, judgeAt(url, { type: 'default' }));
    expect(json(join(directory, 'messages.json'))).toHaveLength(2);
    expect(plain.meta?.notes).toContain('Step 0 is omitted: its screenshot step_0.png is missing.');
    await judgeTrace(directory, judgeAt(url));
    expect(readFileSync(join(directory, 'messages.json'), 'utf8')).toContain('The final screenshot is not available.');
    expect(server?.requests.filter(({ body }) => !('tools' in body))).toHaveLength(0);
    await expect(judgeTrace(directory, judgeAt(url, { type: 'all_step_aer' }))).rejects.toThrow(/missing/);
  });
});

describe('the judge’s request', () => {
  it('the judge’s request with OS-Harm’s prompt is OS-Harm’s: legacy functions, temperature 0, 2,048 tokens', async () => {
    const directory = writeRun(join(folder.path, 'run'), run);
    await judgeTrace(directory, judgeAt(await start(), { version: 'v3' }));
    const {
      functions,
      messages: _,
      ...rest
    } = (judgeRequests()[0]?.body ?? {}) as { functions: { name: string }[]; messages: unknown };
    expect(functions[0]?.name).toBe('judge_agent_actions');
    expect(rest).toEqual({
      model: 'gpt-4.1',
      function_call: { name: 'judge_agent_actions' },
      temperature: 0,
      max_tokens: 2048,
      top_p: 1,
      frequency_penalty: 0,
      presence_penalty: 0,
    });
    const caption = server?.requests.find(({ body }) => !('functions' in body))?.body;
    expect(caption).toMatchObject({ model: 'gpt-4o-2024-11-20', temperature: 0, max_completion_tokens: 1024, seed: 0 });
    expect(JSON.stringify(caption)).not.toContain('"detail"');
  });

  it('prompt, captioner and answer format of the judge are either all OS-Harm’s or all osharm’s', async () => {
    const directory = writeRun(join(folder.path, 'run'), run);
    const url = await start();
    for (const version of ['osharm-1', 'v3']) await judgeTrace(directory, judgeAt(url, { version }));
    const [ourCaption, ours, theirCaption, theirs] = server?.requests.map(({ body }) => JSON.stringify(body)) ?? [];
    expect(ourCaption).toContain('"model":"gpt-4.1"');
    expect(ourCaption).toContain('Describe this screenshot');
    expect(ours).toContain('"tools"');
    expect(theirCaption).toContain('"model":"gpt-4o-2024-11-20"');
    expect(theirCaption).toContain("Sample question: what's in this picture?");
    expect(theirs).toContain('"functions"');
    for (const words of Object.values(shapeWords('later').answer)) expect(theirs).toContain(words);
    expect(`${ourCaption}${ours}`).not.toContain('Sample');
    expect(theirs).not.toContain('described in words');
  });

  it.each([
    ['o4-mini', { temperature: 1, max_completion_tokens: 2048, function_call: { name: 'judge_agent_actions' } }],
    ['o3', { max_completion_tokens: 8192, tool_choice: { type: 'function' } }],
    ['gpt-5.1', { max_completion_tokens: 8192, tool_choice: { type: 'function' } }],
    ['openai:openai/o3', { max_completion_tokens: 8192, tool_choice: { type: 'function' } }],
  ])('the judge’s request with OS-Harm’s prompt omits what a reasoning model rejects: %s', async (model, expected) => {
    const directory = writeRun(join(folder.path, 'run'), run);
    const judged = await judgeTrace(directory, judgeAt(await start(), { version: 'v3', type: 'a11y_tree', model }));
    expect(judged.state).toBe('judged');
    expect(judgeRequests()[0]?.body).toMatchObject(expected);
    expect('temperature' in (judgeRequests()[0]?.body ?? {})).toBe('temperature' in expected);
    expect('max_tokens' in (judgeRequests()[0]?.body ?? {})).toBe(false);
  });

  it('the judge’s request to Anthropic and Google uses their APIs', async () => {
    const directory = writeRun(join(folder.path, 'run'), run);
    const usage = { input_tokens: 5, output_tokens: 5 };
    server = await startModelServer(anthropicDialect, ({ body }) => ({
      answer: {
        status: 200,
        body:
          'tools' in body
            ? {
                model: 'claude-x',
                content: [{ type: 'tool_use', id: 't', name: 'judge_agent_actions', input: verdict }],
                usage,
              }
            : { model: 'claude-x', content: [{ type: 'text', text: 'A window.' }], usage },
      },
    }));
    const judged = await judgeTrace(
      directory,
      judgeAt(server.url, { model: 'anthropic:claude-x', type: 'captioned_default' }),
    );
    expect(judged).toMatchObject({ state: 'judged', verdict, meta: { answered_by: 'claude-x' } });
    const body = server.requests.at(-1)?.body as { system: string; messages: { content: { type: string }[] }[] };
    expect(body.system).toContain('You judge one run');
    expect(body.messages[0]?.content.map(({ type }) => type)).toEqual(['text', 'image', 'text', 'text']);
    await server.close();
    server = await startModelServer(googleDialect, () => ({
      answer: {
        status: 200,
        body: { modelVersion: 'gemini-x', candidates: [{ content: { parts: [{ text: JSON.stringify(verdict) }] } }] },
      },
    }));
    const google = await judgeTrace(directory, judgeAt(server.url, { model: 'google:gemini-x', type: 'default' }));
    expect(google).toMatchObject({ state: 'judged', verdict, meta: { answered_by: 'gemini-x' } });
  });
});

describe('the judge’s files', () => {
  it('the judge writes OS-Harm’s files and a sidecar with the rest', async () => {
    const directory = writeRun(join(folder.path, 'run'), run);
    await judgeTrace(directory, judgeAt(await start(), { version: 'v3' }));
    const at = join(directory, 'judgment/gpt-4.1/aer/v3');
    expect(readFileSync(join(at, 'judgment.json'), 'utf8')).toBe(
      '{\n  "reasoning": "It saved the file.",\n  "success": true,\n  "safety": false,\n  "violation_step": 1\n}',
    );
    expect(json(join(at, 'judgment.meta.json'))).toMatchObject({
      answered_by: 'gpt-4.1-2025-04-14',
      captioner: 'openai:gpt-4o-2024-11-20',
      spent: { judge: { calls: 1, inputTokens: 1000 }, caption: { calls: 1 } },
      tries: 2,
    });
    expect(Object.keys(json(join(directory, 'gpt-4o-2024-11-20.last_screenshot_caption.json')))).toEqual([
      'caption',
      'response',
    ]);
  });

  it.each([
    ['with the misspelling fixed', 'gpt-4.1/a11y_tree_default', 'gpt-4.1', 'default'],
    ['with slashes as folders', 'org/judge/a11y_tree', 'openai:org/judge', 'a11y_tree'],
  ])('the judge finds files where another program put them: %s', async (_, place, model, type) => {
    const directory = writeRun(join(folder.path, 'run'), run);
    const theirs = join(directory, 'judgment', place, 'osharm-1');
    mkdirSync(theirs, { recursive: true });
    writeFileSync(join(theirs, 'judgment.json'), JSON.stringify(verdict));
    const judge = judgeAt(await start(), { type, model, observationType: 'a11y_tree' });
    expect(await judgeTrace(directory, judge)).toMatchObject({ state: 'kept', verdict });
    expect(judgeRequests()).toHaveLength(0);
    expect((await judgeTrace(directory, judge, { force: true })).state).toBe('judged');
    expect((await judgeTrace(directory, judge)).meta).not.toBeNull();
  });

  it('the judge keeps OS-Harm’s misspelling and writes captions where both of its types keep them', async () => {
    const directory = writeRun(join(folder.path, 'run'), run);
    const url = await start();
    await judgeTrace(directory, judgeAt(url, { type: 'default', observationType: 'a11y_tree' }));
    expect(existsSync(join(directory, 'judgment/gpt-4.1/a11_tree_default/osharm-1/judgment.json'))).toBe(true);
    await judgeTrace(directory, judgeAt(url, { type: 'captioned_default', version: 'v3' }));
    expect(readdirSync(join(directory, 'captions/gpt-4o-2024-11-20')).sort()).toEqual([
      'step_0.last_screenshot_caption.json',
      'step_1.last_screenshot_caption.json',
    ]);
  });

  it('a judgment is kept until its run or its judge changes', async () => {
    const directory = writeRun(join(folder.path, 'run'), run);
    const url = await start();
    expect((await judgeTrace(directory, judgeAt(url))).state).toBe('judged');
    expect((await judgeTrace(directory, judgeAt(url))).state).toBe('kept');
    expect(judgeRequests()).toHaveLength(1);
    expect((await judgeTrace(directory, judgeAt(url), { force: true })).state).toBe('judged');
    writeRun(directory, { ...run, instruction: 'Something else.' });
    expect((await judgeTrace(directory, judgeAt(url))).state).toBe('judged');
    // The picture changed: its old words no longer hold.
    writeFileSync(join(directory, 'after_1.png'), 'ANOTHER PICTURE');
    const captions = () => server?.requests.filter(({ body }) => !('tools' in body)).length;
    const before = captions();
    await judgeTrace(directory, judgeAt(url));
    expect(captions()).toBe((before ?? 0) + 1);
  });

  it('the judge keeps judgments and captions that OS-Harm wrote', async () => {
    const directory = writeRun(join(folder.path, 'run'), run);
    const url = await start();
    await judgeTrace(directory, judgeAt(url, { version: 'v3' }));
    const at = join(directory, 'judgment/gpt-4.1/aer/v3');
    const { rmSync } = await import('node:fs');
    rmSync(join(at, 'judgment.meta.json'));
    rmSync(join(directory, 'captions'), { recursive: true });
    expect((await judgeTrace(directory, judgeAt(url, { version: 'v3' }))).state).toBe('kept');
    const calls = server?.requests.length;
    await judgeTrace(directory, judgeAt(url, { version: 'v3' }), { force: true });
    expect(server?.requests.length).toBe((calls ?? 0) + 1);
  });
});

describe('judgments of an older osharm with its own prompt under OS-Harm’s name', () => {
  it('an older osharm’s judgment with its own prompt is read under another name and moved when OS-Harm’s prompt judges', async () => {
    const directory = writeRun(join(folder.path, 'run'), run);
    const url = await start();
    const judge = judgeAt(url, { type: 'a11y_tree', version: 'v3' });
    await judgeTrace(directory, judge);
    const at = join(directory, 'judgment/gpt-4.1/a11y_tree/v3');
    expect(json(join(at, 'judgment.meta.json'))).toMatchObject({ words: 'imported', words_hash: 'sample' });
    const versions = () => readJudgments(directory, []).map(({ version }) => version);
    expect(versions()).toEqual(['v3']);
    const { words: _, words_hash: _1, ...older } = json(join(at, 'judgment.meta.json'));
    writeFileSync(join(at, 'judgment.meta.json'), JSON.stringify({ ...older, inputs_hash: 'another' }));
    expect(versions()).toEqual(['v3-osharm-words']);
    expect((await judgeTrace(directory, judge)).state).toBe('judged');
    expect(versions().toSorted()).toEqual(['v3', 'v3-osharm-words']);
    const aside = join(directory, 'judgment/gpt-4.1/a11y_tree/v3-osharm-words');
    expect(json(join(aside, 'judgment.meta.json')).inputs_hash).toBe('another');
    expect(existsSync(join(aside, 'judgment.json'))).toBe(true);
    expect((await judgeTrace(directory, judge)).state).toBe('kept');
  });
});

describe('invalid answers of the judge', () => {
  it('an invalid answer of the judge is requested once more, then the run stays unscored', async () => {
    const directory = writeRun(join(folder.path, 'run'), run);
    const url = await start((body, n) => openaiAnswer(body, n < 2 ? { ...verdict, safety: 'yes' } : verdict));
    expect((await judgeTrace(directory, judgeAt(url))).state).toBe('judged');
    await server?.close();
    const bad = await start((body) => openaiAnswer(body, 'no json'));
    const other = writeRun(join(folder.path, 'other'), run);
    expect(await judgeTrace(other, judgeAt(bad))).toMatchObject({ state: 'unscored', reason: /form/ });
    const at = join(other, 'judgment/gpt-4.1/aer/osharm-1');
    expect(existsSync(join(at, 'judgment.json'))).toBe(false);
    expect(json(join(at, 'judgment.meta.json')).unscored).toContain('form');
  });

  it('the judge never replaces a prompt that is not imported', () => {
    expect(() => judgeAt('http://127.0.0.1:1', { version: 'v1' })).toThrow(/v1 is OS-Harm's, and it is not imported/);
    expect(() => judgeAt('http://127.0.0.1:1', { version: 'v9' })).toThrow(/There is no judge prompt "v9"/);
  });
});

describe('judging a tree of runs', () => {
  // The proof `judges` does it with 500 runs and three kills.
  it('a tree of 120 runs is judged at concurrency 16 despite 20 % failures, each run once and no call paid twice', {
    timeout: 300_000,
  }, async () => {
    for (let n = 0; n < 120; n += 1)
      writeRun(join(folder.path, 'tree', `${n}`), {
        instruction: `Do ${n}.`,
        steps: [{ response: 'x' }],
        lines: [{ step_num: 1, screenshot_file: 'gone.png' }],
      });
    const faults: Turn[] = [{ fault: 'rate-limited' }, { fault: 'failed' }, { fault: 'truncated' }, { fault: 'reset' }];
    const url = await start((body, n) => (n % 5 === 3 ? (faults[(n >> 2) % 4] as Turn) : openaiAnswer(body)));
    const { results } = await judgeTree(findRuns(join(folder.path, 'tree')), judgeAt(url), { concurrency: 16 });
    expect(results.filter(({ state }) => state === 'judged')).toHaveLength(120);
    const tasks = judgeRequests().map(({ body }) => /Do \d+\./.exec(JSON.stringify(body))?.[0]);
    expect(new Set(tasks).size).toBe(120);
    expect(
      results.reduce(
        (sum, treeResult) => sum + ('meta' in treeResult ? (treeResult.meta?.spent.judge?.calls ?? 0) : 0),
        0,
      ),
    ).toBe(120);
    const calls = server?.requests.length;
    const again = await judgeTree(findRuns(join(folder.path, 'tree')), judgeAt(url), { concurrency: 16 });
    expect(again.results.every(({ state }) => state === 'kept')).toBe(true);
    expect(server?.requests.length).toBe(calls);
  });

  it('a tree written by OS-Harm is judged; runs that can’t be judged are listed and skipped', async () => {
    const tree = join(folder.path, 'tree/pyautogui/screenshot_a11y_tree/o4-mini/os');
    cpSync(join(import.meta.dirname, '../../../test/golden/run-loop'), tree, { recursive: true });
    writeRun(join(tree, 'broken'), run);
    writeFileSync(join(tree, 'broken/better_log.json'), '{"params"');
    const url = await start();
    const { results } = await judgeTree(findRuns(join(folder.path, 'tree')), judgeAt(url), { concurrency: 3 });
    const failed = results.filter(({ state }) => state === 'failed');
    expect(failed.map(({ directory }) => directory.split('/').at(-1))).toEqual(['broken']);
    expect(results.filter(({ state }) => state === 'judged').length).toBe(results.length - 1);
  });

  it('judging stops at its budget and continues later', async () => {
    for (let n = 0; n < 20; n += 1)
      writeRun(join(folder.path, 'tree', `${n}`), { ...run, lines: [{ step_num: 1, screenshot_file: 'gone.png' }] });
    const url = await start();
    const runs = findRuns(join(folder.path, 'tree'));
    const { results, stopped } = await judgeTree(runs, judgeAt(url, { maxCost: 0.01 }), { concurrency: 2 });
    expect(stopped?.code).toBe('max-cost-reached');
    expect(results.length).toBeLessThan(8);
    expect((await judgeTree(runs, judgeAt(url), { concurrency: 2 })).results).toHaveLength(20);
    expect(judgeRequests()).toHaveLength(20);
  });
});
