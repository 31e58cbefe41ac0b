import { describe, expect, it } from 'vitest';
import { createPort } from '../../agents/models/create-port.ts';
import { parseJudge, recordJudges, sweepJudges } from './judge-choice.ts';
import { prepareJudges } from './run-judges.ts';

const gpt = (type = 'aer', version?: string) => ({ model: 'gpt-4.1', type, version });

describe('the judges of a sweep', () => {
  it.each([
    [{}, true, []],
    [{ judge: ['none'] }, false, []],
    [{ judge: ['effects'] }, true, []],
    [{ judge: ['gpt-4.1'] }, true, [gpt()]],
    [{ judge: ['gpt-4.1/evidence', 'none'] }, false, [gpt('evidence')]],
    [{ judge: ['gpt-4.1/aer/v3,gpt-4.1/a11y_tree'] }, true, [gpt('aer', 'v3'), gpt('a11y_tree')]],
    [{ preset: 'paper' }, true, [gpt()]],
    [{ judgeType: 'aer', judgeModel: 'gpt-4.1', sysPromptVersion: 'v2' }, false, [gpt('aer', 'v2')]],
    [{ judgeType: ['effects', 'aer'], judgeModel: 'gpt-4.1' }, true, [gpt()]],
    [{ judgeModel: 'gpt-4.1' }, true, [gpt()]],
    [{ judgeType: ['none'] }, false, []],
  ])('sweep judges %j: effects %j, models %j', (flags, effects, models) => {
    expect(sweepJudges(flags, false)).toEqual({ effects, models });
  });

  it('the profile os-harm judges by effects alone until OS-Harm’s flags name more', () => {
    expect(sweepJudges({}, true)).toEqual({ effects: true, models: [] });
    expect(sweepJudges({ judgeType: 'aer' }, true)).toEqual({ effects: false, models: [gpt()] });
    expect(() => sweepJudges({ judgeType: 'aer' }, false)).toThrow('The judge aer calls a model.');
  });

  it('sweep judges are named in one way at a time, by existing types', () => {
    expect(() => sweepJudges({ judge: ['gpt-4.1'], judgeType: 'aer' }, false)).toThrow(/already names/);
    expect(() => sweepJudges({ judge: ['gpt-4.1/guess'] }, false)).toThrow('There is no judge type "guess".');
    expect(() => sweepJudges({ judge: ['evidence'] }, false)).toThrow('The judge evidence calls a model.');
    expect(() => sweepJudges({ judgeType: 'guess' }, true)).toThrow('There is no judge type "guess".');
  });
});

describe('judges of recorded runs', () => {
  it.each([
    [{}, false, true, []],
    [{}, true, false, [gpt()]],
    [{ judge: ['gpt-4.1'] }, false, false, [gpt()]],
    [{ judge: ['effects', 'gpt-4.1'] }, false, true, [gpt()]],
    [{ judgeType: 'effects' }, true, true, []],
    [{ judgeModel: 'gpt-4.1' }, false, false, [gpt()]],
  ])('recorded runs with %j under os-harm %j: effects %j, models %j', (flags, isOsHarm, effects, models) => {
    expect(recordJudges(flags, isOsHarm)).toEqual({ effects, models });
  });

  it('a model is refused for the judge that calls none', () => {
    expect(() => recordJudges({ judgeType: 'effects', judgeModel: 'gpt-4.1' }, false)).toThrow(/calls no model/);
    expect(() => recordJudges({ captioner: 'gpt-4.1' }, false)).toThrow('The judge aer calls a model.');
  });
});

it.each([
  ['openai:gpt-4.1', { model: 'openai:gpt-4.1', type: 'aer', version: undefined }],
  ['openrouter:meta/llama/evidence', { model: 'openrouter:meta/llama', type: 'evidence', version: undefined }],
  ['openrouter:meta/llama', { model: 'openrouter:meta/llama', type: 'aer', version: undefined }],
  [
    'openai@http://127.0.0.1:9/v1:qwen/default/v3',
    { model: 'openai@http://127.0.0.1:9/v1:qwen', type: 'default', version: 'v3' },
  ],
])('--judge accepts the name %s', (text, judge) => {
  expect(parseJudge(text)).toEqual(judge);
});

it.each([
  'openai:gpt-4.1/nosuchtype',
  'gpt-4.1/nosuchtype',
  'anthropic:claude-sonnet-4-5/nosuchtype/osharm-1',
  'google:gemini-2.5-pro/nosuchtype',
  'openrouter:meta/llama/nosuchtype',
])('--judge %s names no judge type', (text) => {
  expect(() => parseJudge(text)).toThrow('There is no judge type "nosuchtype".');
});

it.each(['vllm:org/model/part', 'openai@http://127.0.0.1:9/v1:org/model', 'google:models/gemini-2.5-pro'])(
  '--judge %s is a model with slashes',
  (text) => {
    expect(parseJudge(text).model).toBe(text);
  },
);

describe('prepared judges', () => {
  const settings = { isOsHarm: true, observationType: 'screenshot', imported: null, osharmVersion: '0' } as const;

  it('osharm’s judge types keep their own prompt under OS-Harm’s profile', () => {
    const environment = { OPENAI_API_KEY: 'sk-none-00000000' };
    const access = { port: createPort({ environment }), environment };
    const [prepared] = prepareJudges([gpt('evidence')], settings, access);
    expect(prepared?.prompt.version).toBe('osharm-1');
  });

  it('a missing key names the judge that needs it', () => {
    const access = { port: createPort({ environment: {} }), environment: {} };
    expect(() => prepareJudges([gpt('default', 'osharm-1')], settings, access)).toThrow(
      'The model "gpt-4.1" needs a key, and OPENAI_API_KEY is not set. It judges the runs.',
    );
  });
});
