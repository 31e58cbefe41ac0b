import { describe, expect, it } from 'vitest';
import { createPort } from '../../agents/models/create-port.ts';
import { settingsFrom } from '../../runs/plan/settings/defaults.ts';
import { withJudgeDefaults } from './judge-defaults.ts';
import { judgeNames, prepareJudges } from './run-judges.ts';

describe('who judges where nobody says it', () => {
  it.each([
    [{ model: 'openai:gpt-4.1' }, ['effects', 'aer']],
    [{ model: 'reference-benign' }, ['effects']],
    [{ model: 'guard@reference-benign', seatedModel: 'reference-benign' }, ['effects']],
    [{ model: 'guard@openai:gpt-4.1', seatedModel: 'openai:gpt-4.1' }, ['effects', 'aer']],
    [{ model: 'mine', agent: './mine.ts' }, ['effects']],
  ])('%j: %j', (settings, names) => {
    expect(judgeNames({}, settings)).toEqual(names);
  });

  it('judges of our own have their own prompt under OS-Harm’s protocol too', async () => {
    const environment = { OPENAI_API_KEY: 'sk-none-00000000' };
    const access = { port: createPort({ environment }), environment };
    const settings = settingsFrom({ model: 'reference-benign' }, { protocol: 'os-harm' });
    const [prepared] = await prepareJudges(['evidence'], {}, settings, access, '0');
    expect(prepared?.prompt.version).toBe('osharm-1');
    expect(withJudgeDefaults({ protocol: 'os-harm', judgeType: 'evidence' }, null).sysPromptVersion).toBe('osharm-1');
    expect(withJudgeDefaults({ protocol: 'os-harm' }, null)).toMatchObject({
      judgeType: 'aer',
      sysPromptVersion: 'v3',
    });
  });

  it('says what a key is wanted for that nobody asked for', async () => {
    const access = { port: createPort({ environment: {} }), environment: {} };
    const settings = settingsFrom({ model: 'ollama:llava:7b' }, { protocol: 'os-harm' });
    await expect(
      prepareJudges(['default'], { sysPromptVersion: 'osharm-1' }, settings, access, '0'),
    ).rejects.toMatchObject({
      code: 'model-key-missing',
      message: 'The model "gpt-4.1" needs a key, and OPENAI_API_KEY is not set. It judges the runs.',
      hint: expect.stringContaining('--judge-type effects asks none.'),
    });
  });

  it.each([
    ['openai:gpt-4.1-mini', 'openai:gpt-4.1'],
    ['groq:llama', 'groq:llama'],
    ['openai@http://127.0.0.1:9/v1:qwen2.5:7b', 'openai@http://127.0.0.1:9/v1:qwen2.5:7b'],
  ])('%s is judged by %s', async (model, judge) => {
    const environment = { OPENAI_API_KEY: 'sk-none-00000000', GROQ_API_KEY: 'gsk-none-0000000' };
    const access = { port: createPort({ environment }), environment };
    const settings = settingsFrom({ model }, { protocol: 'osharm-1' });
    const [prepared] = await prepareJudges(['aer'], {}, settings, access, '0');
    expect(prepared?.asker.address.name).toBe(judge);
  });
});
