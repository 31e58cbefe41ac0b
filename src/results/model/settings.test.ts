import { expect, it } from 'vitest';
import { mixedSettings, setupText } from './settings.ts';

it('two loops around a model are two setups, whatever the agent’s name', () => {
  const setup = (agent?: string) =>
    setupText({ observationType: 'screenshot', actionSpace: 'pyautogui', ...(agent === undefined ? {} : { agent }) });
  expect(setup('computer-tool')).toBe('loop computer-tool · observation screenshot · actions pyautogui');
  expect(setup('prompt')).toBe('loop prompt · observation screenshot · actions pyautogui');
  // OS-Harm's loop, reference agents and a user's own agents.
  expect(setup()).toBe('observation screenshot · actions pyautogui');
  expect(setup('./agent.py')).toBe(setup());
});

it('runs of two user programs with the same name are reported as mixed', () => {
  const run = (agent: string) => ({ model: 'mine', settings: { agent, maxSteps: '15' } });
  expect(mixedSettings([run('./a.py'), run('./b.py')])).toEqual([
    { model: 'mine', setting: 'agent', values: ['./a.py', './b.py'] },
  ]);
});
