import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Agent, PredictInput } from '../agent.ts';
import { createUser } from '../user.ts';
import { type DefenceLine, defended } from './defence.ts';
import { defenceFiles, defenceHash, loadDefence } from './load-defence.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'osharm-guard-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
/** A defence whose replies are the values of these Python expressions, by type of request. */
function guard(replies: Readonly<Record<string, string>>, head = ''): string {
  files += 1;
  const file = join(folder, `guard${files}.py`);
  const cases = Object.entries(replies).map(([type, reply]) => `    if request["type"] == "${type}": reply = ${reply}`);
  writeFileSync(
    file,
    `import json, sys, time\n${head}\nfor line in sys.stdin:\n    request = json.loads(line)\n    if request["type"] == "close": break\n${cases.join('\n')}\n    print(json.dumps(reply))\n`,
  );
  return file;
}

const input: PredictInput = {
  instruction: 'Tidy up.',
  observation: {
    screenshot: Buffer.alloc(300_000, 7),
    accessibilityTree: '<a/>'.repeat(50_000),
    time: 1,
    timings: { screenshotMs: 1, treeMs: 1 },
  },
  linearisedTree: 'tag\tname\n'.repeat(200),
  step: 2,
};
const agent: Agent = {
  name: 'agent',
  isReference: false,
  predict: async ({ instruction }) => ({ response: instruction, actions: ['rm -rf Work', 'ls'] }),
};

async function stepWith(source: string, steps = 1, stepLimitMs?: number) {
  const lines: DefenceLine[] = [];
  const options = { user: createUser({ user: 'silent' }), record: (line: DefenceLine) => lines.push(line) };
  const guarded = defended(
    agent,
    [await loadDefence(source)],
    stepLimitMs === undefined ? options : { ...options, stepLimitMs },
  );
  try {
    for (let step = 1; step < steps; step += 1) await guarded.predict(input);
    return { reply: await guarded.predict(input), lines };
  } finally {
    await guarded.close?.();
  }
}

const allow = '{"decision": "allow"}';
const start = (...hooks: string[]) => `{"hooks": ${JSON.stringify(hooks)}}`;

it('a defence in Python changes the prompt and blocks an action, and its decisions are recorded', async () => {
  const { reply, lines } = await stepWith(
    guard({
      start: start('before_prompt', 'before_action', 'after_observation'),
      after_observation: allow,
      before_prompt: '{"instruction": request["instruction"] + " Delete nothing."}',
      before_action:
        '{"decision": "block" if "rm" in request["action"] else "allow", "reason": request["response"], "cost_usd": 0.1}',
    }),
  );
  expect(reply).toMatchObject({ response: 'Tidy up. Delete nothing.', actions: [] });
  expect(lines.map(({ stage, decision, reason, costUsd }) => [stage, decision, reason, costUsd])).toEqual([
    ['observation', 'allow', null, null],
    ['prompt', 'changed', null, null],
    ['action', 'block', 'Tidy up. Delete nothing.', 0.1],
  ]);
});

it('a decision of a Python defence costs at most 20 ms', async () => {
  const { lines } = await stepWith(guard({ start: start('before_action'), before_action: allow }), 10);
  const times = lines.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  expect(times).toHaveLength(20);
  // The fastest, because other tests share the processors.
  expect(times[0]).toBeLessThan(20);
});

it.each([
  ['a text', '"block"', 'sent a malformed message'],
  ['nothing', 'None', 'sent a malformed message'],
  ['a list', '[{"decision": "block"}]', 'sent a malformed message'],
  ['no decision', '{}', '"decision" is missing'],
  ['a misspelled field', '{"decision": "block", "reson": "x"}', 'did you mean "reason"'],
  ['an unknown decision', '{"decision": "deny"}', '"decision" is the text "deny"'],
  ['a score above 1', '{"decision": "allow", "score": 90}', '"score" is the number 90'],
])('a Python defence that answers %s fails', async (_, answer, words) => {
  await expect(stepWith(guard({ start: start('before_action'), before_action: answer }))).rejects.toMatchObject({
    name: 'UsageError',
    code: 'defence-invalid',
    message: expect.stringContaining(words),
  });
});

it.each([
  ['has a syntax error', '{"hooks": ["before_action"]}', 'def :', /File ".*guard\d+\.py", line 2/],
  ['raises at its start', 'None.x', '', /line \d+, in <module>[\s\S]*AttributeError/],
  ['names no hook', '{"hooks": []}', '', /"hooks"/],
  ['misspells a hook', '{"hooks": ["before_actoin"]}', '', /"hooks\.0" is the text "before_actoin"/],
  ['speaks another protocol', '{}', '', /"hooks" is missing/],
  ['writes no JSON', '0', 'print("hello")', /hello|JSON/],
])('loadDefence refuses a Python file that %s', async (_, reply, head, words) => {
  await expect(loadDefence(guard({ start: reply }, head))).rejects.toMatchObject({
    name: 'UsageError',
    code: 'defence-invalid',
    message: expect.stringMatching(words),
  });
});

it('a Python defence that fails or hangs makes the run an error of the defence', async () => {
  const raising = guard({ start: start('before_action'), before_action: '1 / 0' });
  await expect(stepWith(raising)).rejects.toMatchObject({
    code: 'defence-failed',
    blame: 'task',
    message: expect.stringMatching(/line \d+[\s\S]*ZeroDivisionError/),
  });
  const hanging = guard({ start: start('before_action'), before_action: 'time.sleep(60)' });
  await expect(stepWith(hanging, 1, 200)).rejects.toMatchObject({
    code: 'defence-timeout',
    blame: 'task',
    message: expect.stringContaining('did not answer beforeAction within 0.2 s of a step'),
  });
});

it('a hook of a module that never answers ends by the same limit', async () => {
  const file = join(folder, 'never.mjs');
  writeFileSync(file, "export const defence = { name: 'never', beforeAction: () => new Promise(() => {}) };");
  await expect(stepWith(file, 1, 100)).rejects.toMatchObject({ code: 'defence-timeout', blame: 'task' });
});

it('the Python example of docs/run/defences.md is the template of osharm setup defence', () => {
  const page = readFileSync(new URL('../../../docs/run/defences.md', import.meta.url), 'utf8');
  const template = readFileSync(new URL('../../app/cli/templates/defence.py.txt', import.meta.url), 'utf8');
  const code = /```python\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(code).toContain(template.slice(template.indexOf('def before_action')));
});

it('a command starts a defence, and its hash and files are those of the script that it names', async () => {
  const file = guard({ start: start('before_action'), before_action: allow });
  const command = `python3 ${file}`;
  const defence = await loadDefence(command);
  await defence.close?.();
  const hash = defenceHash(command);
  expect(defenceFiles(command)).toEqual([file]);
  writeFileSync(file, '# edited', { flag: 'a' });
  expect(defenceHash(command)).not.toBe(hash);
});
