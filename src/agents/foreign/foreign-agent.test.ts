import { expect, it } from 'vitest';
import { makePredictInput } from '../../../test/model/make-predict-input.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { ForeignAgent } from './foreign-agent.ts';
import type { ForeignChannel } from './foreign-channel.ts';

const settings = {
  observationType: 'a11y_tree',
  actionSpace: 'pyautogui',
  screenWidth: 9,
  screenHeight: 9,
} as RunSettings;

function agentThat(remembers: boolean | undefined) {
  const requests: string[] = [];
  const channel: ForeignChannel = {
    async ask(request) {
      const { type } = request;
      const more = 'instruction' in request ? ` ${request.instruction}` : '';
      requests.push(type === 'remember' ? `${type}${more} ${request.response} ${request.actions}` : `${type}${more}`);
      return type === 'reset' ? { remembers } : { response: 'r', actions: ['DONE'] };
    },
    close: async () => {},
  };
  return { requests, agent: new ForeignAgent('x', settings, channel) };
}

it('an agent that accepts replayed steps receives them, with the instruction that they had', async () => {
  const { requests, agent } = agentThat(true);
  await agent.probe('of the user', AbortSignal.timeout(1_000));
  await agent.remember?.(makePredictInput({ instruction: 'with more' }), 'I click.', ['pyautogui.click(1, 2)']);
  await agent.predict(makePredictInput({ step: 1, instruction: 'with more' }));
  expect(requests).toEqual([
    'reset of the user',
    'reset with more',
    'remember with more I click. pyautogui.click(1, 2)',
    'predict with more',
  ]);
});

it.each([[false], [undefined]])(
  'an agent that answers its reset with remembers %s receives no replayed steps',
  async (remembers) => {
    const { requests, agent } = agentThat(remembers);
    await agent.probe('a', AbortSignal.timeout(1_000));
    expect(agent.remember).toBeUndefined();
    await agent.predict(makePredictInput({ instruction: 'a' }));
    expect(requests).toEqual(['reset a', 'predict a']);
  },
);
