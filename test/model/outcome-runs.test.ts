import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPort } from '../../src/agents/models/create-port.ts';
import { reportCommand } from '../../src/app/cli/report.ts';
import { runDirectory } from '../../src/base/record/paths.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import type { RunDetail, RunList } from '../../src/results/viewer/api.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { runCommandQuietly } from '../run/run-quietly.ts';
import { runSweepQuietly } from '../run/run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';
import { type OpenViewer, openViewer } from '../viewer/open-viewer.ts';
import { ask } from '../viewer/server-client.ts';
import { chat, openaiError } from './replies/shapes.ts';
import type { Answer } from './servers/dialect.ts';
import { type ModelServer, startModelServer } from './servers/model-server.ts';
import { openaiDialect } from './servers/openai-dialect.ts';

const tree =
  '<desktop-frame xmlns:s="https://accessibility.ubuntu.example.org/ns/state" xmlns:c="https://accessibility.ubuntu.example.org/ns/component">' +
  '<push-button name="Save" s:showing="true" s:visible="true" s:enabled="true" c:screencoord="(10, 20)" c:size="(31, 41)"/></desktop-frame>';

interface OutcomeRun {
  /** Answers to the run's requests in order; the last one again for every later request. */
  answers: readonly Answer[];
  /** As `run.json` names it. */
  outcome: string;
  /** Code of the error, of a run that ended in one. */
  error?: string;
  requests: number;
  /** Of its line in the terminal. */
  terminal: RegExp;
  /** Something that the report prints of it. */
  report: RegExp;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const says = (content: string, finish = 'stop'): Answer => ok(chat(finish, { content }));
const click = says('I press it.\n```python\npyautogui.click(25, 40)\n```');
const done = says('```DONE```');
const failing = (status: number, ...error: Parameters<typeof openaiError>): Answer => ({
  status,
  body: openaiError(...error),
});
const nothing = (finish: string): Answer => says('', finish);

/** One run for each outcome of a reply, by the name of its task. */
const runs: Readonly<Record<string, OutcomeRun>> = {
  answered: { answers: [click, done], outcome: 'done', requests: 2, terminal: /ended by the agent/, report: /done/ },
  refused: {
    answers: [click, failing(400, 'Stopped by the policy.', 'invalid_request_error', 'cyber_policy')],
    outcome: 'provider-refusal',
    requests: 2,
    terminal: /refused by the provider/,
    report: /cyber_policy/,
  },
  'out-of-tokens': {
    answers: [nothing('length')],
    outcome: 'out-of-tokens',
    requests: 2,
    terminal: /out of output tokens/,
    report: /out.of.output.tokens|out-of-tokens/,
  },
  'malformed-call': {
    answers: [click, nothing('MALFORMED_FUNCTION_CALL')],
    outcome: 'no-answer',
    requests: 3,
    terminal: /no usable reply/,
    report: /no.usable.reply|no-answer/,
  },
  empty: {
    answers: [nothing('stop')],
    outcome: 'no-answer',
    requests: 2,
    terminal: /no usable reply/,
    report: /no.usable.reply|no-answer/,
  },
  'empty-once': {
    answers: [nothing('stop'), click, done],
    outcome: 'done',
    requests: 3,
    terminal: /ended by the agent/,
    report: /done/,
  },
  'without-reason': {
    // The agent’s own word ends its run; text without it would not.
    answers: [ok(chat(null, { content: 'I look at the page.' })), ok(chat(null, { content: '```DONE```' }))],
    outcome: 'done',
    requests: 2,
    terminal: /ended by the agent/,
    report: /done/,
  },
  rate: {
    answers: [failing(429, 'Slower.', 'rate_limit_error', 'rate_limit_exceeded'), done],
    outcome: 'done',
    requests: 2,
    terminal: /ended by the agent/,
    report: /done/,
  },
  overloaded: {
    answers: [failing(503, 'Busy.', 'overloaded_error', null), done],
    outcome: 'done',
    requests: 2,
    terminal: /ended by the agent/,
    report: /done/,
  },
  'too-large-context': {
    answers: [click, failing(400, 'Too long.', 'invalid_request_error', 'context_length_exceeded'), done],
    outcome: 'done',
    requests: 3,
    terminal: /ended by the agent/,
    report: /done/,
  },
  'too-large-pictures': {
    answers: [click, failing(400, 'At most 1 image per request.', 'invalid_request_error', null), done],
    outcome: 'done',
    requests: 3,
    terminal: /ended by the agent/,
    report: /done/,
  },
  'not-allowed': {
    answers: [failing(401, 'No such key.', 'invalid_request_error', 'invalid_api_key')],
    outcome: 'error',
    error: 'model-not-allowed',
    requests: 1,
    terminal: /error model-not-allowed/,
    report: /model-not-allowed/,
  },
  'no-such-model': {
    answers: [failing(404, 'Unknown.', 'invalid_request_error', 'model_not_found')],
    outcome: 'error',
    error: 'model-no-such-model',
    requests: 1,
    terminal: /error model-no-such-model/,
    report: /model-no-such-model/,
  },
  unsupported: {
    answers: [failing(400, 'Image input is not supported.', 'invalid_request_error', null)],
    outcome: 'error',
    error: 'model-no-pictures',
    requests: 1,
    terminal: /error model-no-pictures/,
    report: /model-no-pictures/,
  },
  rejected: {
    answers: [failing(400, 'top_k is unknown.', 'invalid_request_error', 'unknown_parameter', 'top_k')],
    outcome: 'error',
    error: 'model-request-rejected',
    requests: 1,
    terminal: /error model-request-rejected/,
    report: /model-request-rejected/,
  },
  failed: {
    answers: [failing(500, 'A fault.', 'server_error', null)],
    outcome: 'error',
    error: 'model-server-error',
    // Two tries of two runs.
    requests: 4,
    terminal: /error model-server-error/,
    report: /model-server-error/,
  },
  unreadable: {
    answers: [ok('not an object')],
    outcome: 'error',
    error: 'model-unreadable-reply',
    requests: 4,
    terminal: /error model-unreadable-reply/,
    report: /model-unreadable-reply/,
  },
  substitute: {
    answers: [ok({ ...chat('stop', { content: '```DONE```' }), model: 'another-1' })],
    outcome: 'done',
    requests: 1,
    terminal: /ended by the agent/,
    report: /another-1/,
  },
  quota: {
    answers: [click, failing(402, 'Add credits.', 'billing', 'insufficient_quota')],
    outcome: 'error',
    error: 'model-quota-exhausted',
    requests: 2,
    terminal: /has no quota left \(HTTP 402: Add credits\.\)/,
    report: /model-quota-exhausted/,
  },
};
const names = Object.keys(runs);

describe('runs with unusual model replies', () => {
  const folder = temporaryFolder('outcomes');
  const results = join(folder.path, 'results');
  const counts = new Map<string, number>();
  let server: ModelServer;
  let viewer: OpenViewer;
  let terminal = '';
  let report = '';
  beforeAll(async () => {
    writeSuite(join(folder.path, 'suite'), {
      'test_misuse.json': { os: names.filter((name) => name !== 'quota') },
      'test_misuse_quota.json': { os: ['quota'] },
      ...Object.fromEntries(names.map((id) => [`examples/os/${id}.json`, plainTask(id, { instruction: `Do ${id}.` })])),
    });
    server = await startModelServer(openaiDialect, ({ body }) => {
      const [, task = ''] = /Do ([a-z-]+)\./.exec(JSON.stringify(body)) ?? [];
      const n = counts.get(task) ?? 0;
      counts.set(task, n + 1);
      const answers = runs[task]?.answers ?? [];
      return { answer: (answers[n] ?? answers.at(-1)) as Answer };
    });
    const screen = await sharp({ create: { width: 192, height: 108, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    const port = createPort({ environment: {} });
    port.retry = { attempts: 2, baseMs: 1, maximumMs: 2, totalMs: 60_000 };
    const access = { port, environment: {} };
    const dependencies = {
      ...realDependencies(access),
      createProvider: async () => new FakeProvider({ tree, screenshot: () => screen }),
    };
    const sweep = (subset: string) =>
      runSweepQuietly(
        dependencies,
        [
          '--suite',
          join(folder.path, 'suite'),
          '--subset',
          subset,
          '--out',
          results,
          '--no-config',
          '--model',
          `vllm@${server.url}/v1:m`,
          '--agent',
          'prompt',
          '--agent-name',
          'outcomes',
          '--observation-type',
          'screenshot_a11y_tree',
          '--max-equal-errors',
          '0',
        ],
        access,
      );
    terminal = (await sweep('misuse')).output;
    // Its error ends the command: what is printed is the error.
    await sweep('misuse_quota').catch((error: Error) => {
      terminal += error.message;
    });
    report = (await runCommandQuietly(reportCommand(), [results, '--full'])).output;
    viewer = await openViewer(results);
  }, 120_000);
  afterAll(async () => {
    await viewer?.close();
    await server?.close();
    folder.remove();
  });

  async function idOf(task: string): Promise<string> {
    const { rows } = (await ask(viewer.url, '/api/runs?limit=100')).json<RunList>();
    const id = rows.find((row) => row.taskId === task)?.id;
    if (id === undefined) throw new Error(`The viewer has no run of ${task}.`);
    return id;
  }

  it.each(Object.entries(runs))(
    'the reply %s is recorded and shown in terminal, report and viewer',
    async (task, expected) => {
      const directory = runDirectory(results, {
        actionSpace: 'pyautogui',
        observationType: 'screenshot_a11y_tree',
        model: 'outcomes',
        jailbreak: false,
        domain: 'os',
        taskId: task,
        injection: null,
        repeat: 1,
      });
      const { runJson } = readRun(directory);
      expect(runJson?.outcome).toBe(expected.outcome);
      expect(runJson?.error?.code ?? null).toBe(expected.error ?? null);
      expect(counts.get(task)).toBe(expected.requests);
      const line = task === 'quota' ? '' : `os/${task}: `;
      expect(terminal).toMatch(new RegExp(line + expected.terminal.source));
      expect(report).toMatch(expected.report);
      const shown = (await ask(viewer.url, `/api/run/${await idOf(task)}`)).json<RunDetail>();
      expect(shown.row.outcome).toBe(expected.outcome);
      expect(shown.error?.code ?? null).toBe(expected.error ?? null);
    },
  );

  it.each([
    ['refused', 'refused by the provider', { by: 'provider', category: 'cyber_policy', step: 1 }, [null, 'refused']],
    ['out-of-tokens', 'out of output tokens', null, ['spent its output limit', 'spent its output limit']],
    ['malformed-call', 'no usable reply', null, [null, 'could not be read', 'could not be read']],
    ['empty', 'no usable reply', null, ['was empty', 'was empty']],
    ['empty-once', null, null, ['was empty', null, null]],
  ] as const)('the run page shows the reason for the reply %s', async (task, ending, refusal, unusable) => {
    const shown = (await ask(viewer.url, `/api/run/${await idOf(task)}`)).json<RunDetail>();
    expect(shown.ending).toBe(ending);
    expect(shown.refusal).toEqual(refusal === null ? null : expect.objectContaining(refusal));
    expect(shown.steps.map((step) => step.unusable)).toEqual(
      unusable.map((words) => (words === null ? null : expect.stringContaining(words))),
    );
  });

  it('after a single empty reply, each step’s request is still shown with its own reply', async () => {
    const id = await idOf('empty-once');
    const replies = await Promise.all([0, 1, 2].map((n) => ask(viewer.url, `/api/run/${id}/request/${n}`)));
    const [first, second, third] = replies.map(({ body }) => body.toString());
    expect(first).not.toContain('I press it.');
    expect(second).toContain('I press it.');
    expect(third).toContain('DONE');
  });

  it('a single unusual reply is counted under its own ending, and a substitute’s run separately', () => {
    const [, ends = ''] = /How runs ended\n([\s\S]*?)\n\n/.exec(report) ?? [];
    const [head, , ...rows] = ends.split('\n').map((row) => row.trim().split(/ {2,}/));
    const cells = rows.map((row) => Object.fromEntries(row.map((cell, at) => [head?.[at], cell])));
    expect(cells).toEqual([
      expect.objectContaining({ model: 'outcomes', done: '7', error: '7' }),
      expect.objectContaining({ model: expect.stringMatching(/^outcomes \(answered by /), done: '1' }),
    ]);
    expect(cells[0]).toMatchObject({ 'no-answer': '2', 'out-of-tokens': '1', 'provider-refusal': '1' });
  });
});
