import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { sweepRequest } from './sweep-request.ts';

const root = new URL('../../../', import.meta.url).pathname;
const settingsOf = (options: Parameters<typeof sweepRequest>[0]) => sweepRequest(options, '0').request.settings;

it('names the whole of agent and model, and keeps the model that is asked', () => {
  expect(settingsOf({ model: 'openai:gpt-4.1', agentName: 'careful' })).toMatchObject({
    model: 'careful',
    seatedModel: 'openai:gpt-4.1',
  });
  const named = settingsOf({ agent: 'http://127.0.0.1:1', agentName: 'mine' });
  expect(named).toMatchObject({ model: 'mine', agent: 'http://127.0.0.1:1' });
  expect(named.seatedModel).toBeUndefined();
  expect(() => settingsOf({ model: 'openai:gpt-4.1', agentName: 'reference-benign' })).toThrow(
    "can't be an agent's name",
  );
});

it('says that the bundled suite is planned where a checkout has no tasks in their usual place', () => {
  const folder = temporaryFolder('no-tasks');
  writeFileSync(join(folder.path, 'run.py'), '');
  const words = ['run', '--model', 'reference-benign', '--task', '___old_backup', '--dry-run'];
  const { stderr } = spawnSync(join(root, 'bin/osharm'), words, { cwd: folder.path, encoding: 'utf8' });
  expect(stderr).toContain('This folder has no evaluation_examples/examples, so the plan is of the bundled suite.');
  folder.remove();
});
