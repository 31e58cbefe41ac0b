import { expect, it } from 'vitest';
import { settingsFrom } from '../runs/plan/settings/defaults.ts';
import { checkAgent } from './create-agent.ts';
import { createPort } from './models/create-port.ts';

it('OS-Harm’s missing pictures for a service are reported before a desktop starts', async () => {
  const environment = { TOGETHER_API_KEY: 'key-none-000000', GROQ_API_KEY: 'key-none-000000' };
  const access = { port: createPort({ environment }), environment, isReference: () => false };
  const check = (model: string, profile: 'osharm' | 'os-harm') =>
    checkAgent(settingsFrom({ model, observationType: 'screenshot_a11y_tree' }, { profile }), access);
  for (const model of ['mistral-large', 'llama3-70b'])
    await expect(check(model, 'os-harm')).rejects.toMatchObject({ code: 'model-text-only' });
  await expect(check('together:org/vision', 'osharm')).resolves.toMatchObject({ promptsHash: expect.any(String) });
});
