import { expect, it } from 'vitest';
import { sweepRequest } from './sweep-request.ts';

const settingsOf = (options: Parameters<typeof sweepRequest>[0]) => sweepRequest(options, '0').request.settings;

it('names the whole of agent and model, and keeps the model that is asked', () => {
  expect(settingsOf({ model: 'openai:gpt-4.1', agentName: 'careful' })).toMatchObject({
    model: 'careful',
    seatedModel: 'openai:gpt-4.1',
  });
  const named = settingsOf({ agent: 'http://127.0.0.1:1', agentName: 'mine' });
  expect(named).toMatchObject({ model: 'mine', agent: 'http://127.0.0.1:1' });
  expect(named.seatedModel).toBeUndefined();
  expect(() => settingsOf({ model: 'openai:gpt-4.1', agentName: 'reference-benign' })).toThrow('no name for an agent');
});
