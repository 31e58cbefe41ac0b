import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makePredictInput } from '../../test/model/make-predict-input.ts';
import { temporaryFolder } from '../../test/run/temporary-suite.ts';
import { settingsFrom } from '../runs/plan/settings/defaults.ts';
import { checkAgent, createAgent } from './create-agent.ts';
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

it('a Python class with the method remember continues from replayed steps', async () => {
  const folder = temporaryFolder('remembering');
  const file = join(folder.path, 'agent.py');
  writeFileSync(
    file,
    `from osharm import Reply, serve

class Counting:
    def __init__(self, task):
        self.seen = []

    def remember(self, request, reply):
        self.seen.append((request.step, reply.response, reply.actions))

    def predict(self, request):
        return Reply(repr(self.seen), ["DONE"])

serve(Counting)
`,
  );
  const python = fileURLToPath(new URL('../../python/osharm/src', import.meta.url));
  const environment = { PATH: process.env.PATH, PYTHONPATH: python };
  const settings = settingsFrom({ agent: `python3 ${file}`, model: 'counting' }, { profile: 'osharm' });
  const agent = await createAgent({
    settings,
    port: createPort({ environment }),
    environment,
    agentEnv: ['PYTHONPATH'],
    task: { instruction: 'Wait.' },
    replaysSteps: true,
    scope: 'a run',
    recordCall: () => {},
  });
  try {
    await agent.remember?.(makePredictInput(), 'I wait.', ['WAIT']);
    expect((await agent.predict(makePredictInput({ step: 1 }))).response).toBe("[(0, 'I wait.', ['WAIT'])]");
  } finally {
    await agent.close?.();
    folder.remove();
  }
});
