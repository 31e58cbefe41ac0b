import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePredictInput } from '../../../test/model/make-predict-input.ts';
import type { Agent, PredictInput } from '../agent.ts';
import { createUser } from '../user.ts';
import { type Defence, type DefenceLine, defended } from './defence.ts';
import { loadDefence } from './load-defence.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'osharm-defence-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function fileOf(code: string, ending = 'mjs'): string {
  files += 1;
  const file = join(folder, `guard-${files}.${ending}`);
  writeFileSync(file, code);
  return file;
}

const input = makePredictInput({ instruction: 'Tidy up.', step: 2 });
const agent: Agent = {
  name: 'agent',
  isReference: false,
  predict: async ({ instruction }) => ({ response: instruction, actions: ['rm -rf Work'] }),
};

async function stepWith(defence: object): Promise<{ actions: unknown[]; response: string; lines: DefenceLine[] }> {
  const lines: DefenceLine[] = [];
  const guarded = defended(agent, [{ name: 'guard', ...defence } as Defence], {
    user: createUser({ user: 'silent' }),
    record: (line) => lines.push(line),
  });
  const { actions, response } = await guarded.predict(input);
  return { actions, response, lines };
}

describe('answers of a defence', () => {
  it.each([
    ['a text', 'block', 'the text "block"'],
    ['a number', 1, 'the number 1'],
    ['nothing', undefined, 'nothing'],
    ['null', null, 'null'],
    ['true', true, 'true'],
    ['a promise of a text', Promise.resolve('allow'), 'the text "allow"'],
    ['a list', [{ decision: 'block' }], 'decision'],
    ['no decision', {}, '"decision" is missing'],
    ['an unknown decision', { decision: 'deny' }, '"decision" is the text "deny"'],
    [
      'a misspelled field',
      { decision: 'block', reson: 'it deletes' },
      '"reson" is not a field of it (did you mean "reason"?)',
    ],
    ['a score above 1', { decision: 'block', score: 90 }, '"score" is the number 90'],
    ['a score that is not a number', { decision: 'block', score: Number.NaN }, '"score" is the number NaN'],
  ])(
    'a defence that answers an action or an observation with %s fails with an error that names it and what is expected',
    async (_, answer, words) => {
      for (const hook of ['beforeAction', 'afterObservation'])
        await expect(stepWith({ [hook]: () => answer })).rejects.toMatchObject({
          name: 'UsageError',
          code: 'defence-invalid',
          message: expect.stringContaining(words),
          hint: expect.stringContaining("decision: 'allow' | 'block' | 'ask'"),
        });
    },
  );

  it.each([
    ['nothing', () => undefined, 'nothing'],
    ['a text', () => 'Be careful.', 'the text "Be careful."'],
    ['a part of its input', () => ({ instruction: 'Be careful.' }), '"observation" is missing'],
    ['a verdict', () => ({ decision: 'block' }), '"instruction" is missing'],
    ['a misspelled field', (given: PredictInput) => ({ ...given, instrution: 'x' }), 'did you mean "instruction"'],
    ['another step', (given: PredictInput) => ({ ...given, step: 0 }), '"step" is 0, not 2'],
    [
      'a misspelled field of the observation',
      (given: PredictInput) => ({ ...given, observation: { ...given.observation, accesibilityTree: '' } }),
      'did you mean "accessibilityTree"',
    ],
  ])('a defence that returns %s as a prompt fails', async (_, beforePrompt, words) => {
    await expect(stepWith({ beforePrompt })).rejects.toMatchObject({
      code: 'defence-invalid',
      message: expect.stringContaining(words),
    });
  });

  it('a valid answer of a defence decides', async () => {
    expect(
      (await stepWith({ beforeAction: () => ({ decision: 'allow', score: 0.2, costUsd: 0 }) })).actions,
    ).toHaveLength(1);
    expect((await stepWith({ beforeAction: async () => ({ decision: 'block', reason: 'no' }) })).actions).toEqual([]);
    const beforePrompt = (given: PredictInput) => ({ ...given, instruction: 'Careful.' });
    const { response, lines } = await stepWith({ beforePrompt });
    expect(response).toBe('Careful.');
    expect(lines).toMatchObject([{ stage: 'prompt', decision: 'changed' }]);
  });

  it('a defence that returns a prompt without the task’s tools takes none away', async () => {
    const tools = [{ server: 'desk', tools: [], resources: [] }];
    const given: Agent = {
      ...agent,
      predict: async (prompt) => ({ response: String(prompt.tools?.length), actions: [] }),
    };
    const beforePrompt = ({ tools: _, ...others }: PredictInput) => others;
    const guarded = defended(given, [{ name: 'guard', beforePrompt }], {
      user: createUser({ user: 'silent' }),
      record: () => {},
    });
    expect(await guarded.predict({ ...input, tools })).toMatchObject({ response: '1' });
  });
});

it('an exception of a defence names the defence and its function', async () => {
  const beforeAction = () => {
    throw new TypeError('x is not iterable');
  };
  await expect(stepWith({ beforeAction })).rejects.toMatchObject({
    code: 'defence-failed',
    message: 'The defence guard failed in beforeAction: x is not iterable',
  });
});

it('the example of docs/run/defences.md loads, warns the agent and blocks', async () => {
  const page = readFileSync(new URL('../../../docs/run/defences.md', import.meta.url), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const { actions, response, lines } = await stepWith(await loadDefence(fileOf(code, 'ts')));
  expect(response).toBe('Tidy up. Delete no files.');
  expect(actions).toEqual([]);
  expect(lines.map(({ stage, decision, reason }) => [stage, decision, reason])).toEqual([
    ['prompt', 'changed', null],
    ['action', 'block', 'it deletes files'],
  ]);
});

describe('loadDefence', () => {
  const verdict = "({ decision: 'allow' })";
  it.each([
    ['an export defence', `export const defence = { name: 'g', beforeAction: () => ${verdict} };`],
    ['a default export', `export default { name: 'g', afterObservation: async () => ${verdict} };`],
    [
      'both exports of one value',
      `export const defence = { name: 'g', beforeAction: () => ${verdict} }; export default defence;`,
    ],
    [
      'a function that creates a defence',
      `export async function createDefence() { return { name: 'g', beforePrompt: (i) => i }; }`,
    ],
    [
      'an object of a class with state and helpers',
      `class Guard { name = 'g'; seen = []; beforeAction(a) { return this.judge(a); } judge() { return ${verdict}; } }
       export const defence = new Guard();`,
    ],
    [
      'a part of a plug-in',
      `import { defineDefence } from 'osharm';
       export const mine = defineDefence({ name: 'g', create: () => ({ name: 'g', beforeAction: () => ${verdict} }) });`,
    ],
  ])('loadDefence loads %s', async (_, code) => {
    expect((await loadDefence(fileOf(code))).name).toBe('g');
  });

  it.each([
    [
      'a misspelled function',
      `export const defence = { name: 'g', beforeActoin: () => ${verdict} };`,
      'Did you mean "beforeAction"?',
    ],
    [
      'a misspelled function next to a correct one',
      `export const defence = { name: 'g', beforePrompt: (i) => i, before_action: () => ${verdict} };`,
      'Did you mean "beforeAction"?',
    ],
    [
      'a misspelled method of a class',
      `export default new (class { name = 'g'; beforePrompt(i) { return i; } afterObservations() {} })();`,
      'Did you mean "afterObservation"?',
    ],
    ['an unknown function', `export const defence = { name: 'g', beforePrompt: (i) => i, onExit() {} };`, '"onExit"'],
    [
      'none of the functions',
      `export const defence = { name: 'g' };`,
      'none of afterObservation, beforePrompt, beforeAction',
    ],
    [
      'a text as a function',
      `export const defence = { name: 'g', beforeAction: 'block' };`,
      'the text "block" as "beforeAction"',
    ],
    ['a default export of a text', `export default 'block';`, 'the text "block"'],
    [
      'a default export of a class',
      `export default class Guard { name = 'g'; beforeAction() {} }`,
      'function default that failed',
    ],
    ['a function that returns nothing', 'export function createDefence() {}', 'createDefence'],
    ['a function that rejects', `export async function createDefence() { throw new Error('no key'); }`, 'no key'],
    [
      'another spelling of the export',
      `export const defense = { name: 'g', beforeAction() {} };`,
      'Did you mean "defence"?',
    ],
    ['nothing', '', 'exports no defence'],
    ['no name', `export const defence = { beforeAction: () => ${verdict} };`, 'no "name"'],
    ['an empty name', `export const defence = { name: ' ', beforeAction: () => ${verdict} };`, '"name"'],
    [
      'two defences',
      `export const defence = { name: 'a', beforeAction() {} }; export default { name: 'b', beforeAction() {} };`,
      'several defences: defence, default',
    ],
  ])('loadDefence refuses %s', async (_, code, words) => {
    await expect(loadDefence(fileOf(code))).rejects.toMatchObject({
      name: 'UsageError',
      code: 'defence-invalid',
      message: expect.stringContaining(words),
    });
  });

  it('loadDefence refuses a program in another language', async () => {
    await expect(loadDefence(fileOf('defence = 1', 'rb'))).rejects.toMatchObject({
      name: 'UsageError',
      code: 'defence-invalid',
      message: expect.stringContaining('is not a TypeScript, JavaScript or Python file'),
    });
  });

  it('a syntax error in a defence is a usage error', async () => {
    await expect(loadDefence(fileOf('export const ='))).rejects.toMatchObject({
      name: 'UsageError',
      code: 'defence-file-failed',
    });
  });
});
