import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgramHere } from '../../../test/run/run-program.ts';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { checkForm } from '../../agents/observes.ts';
import { sweepRequest } from './sweep-request.ts';

const settingsOf = (options: Parameters<typeof sweepRequest>[0]) => sweepRequest(options, '0').request.settings;

it('a sweep request names the agent and model in full and keeps the requested model', () => {
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

it('a checkout without tasks in their usual place plans the bundled suite, with a note', async () => {
  const folder = temporaryFolder('no-tasks');
  writeFileSync(join(folder.path, 'run.py'), '');
  const words = ['run', '--model', 'reference-benign', '--task', '___old_backup', '--dry-run'];
  const original = process.cwd();
  process.chdir(folder.path);
  const { stderr } = await runProgramHere(words).finally(() => process.chdir(original));
  expect(stderr).toContain('This folder has no evaluation_examples/examples, so the bundled suite is planned.');
  folder.remove();
});

describe('recorded observation types', () => {
  const model = 'openai:gpt-5.4';
  it.each([
    [{ agent: 'computer-tool', model }, 'screenshot'],
    ...['ui-tars', 'opencua', 'qwen3-vl', 'glm-v'].map(
      (agent) => [{ agent, model: 'vllm:my-own' }, 'screenshot'] as const,
    ),
    [{ agent: 'computer-tool', model, profile: 'os-harm' }, 'screenshot'],
    [{ agent: 'computer-tool', model, preset: 'paper', judge: ['none'] }, 'screenshot'],
    [{ agent: 'computer-tool', model, defence: ['guard.ts'] }, 'screenshot'],
    [{ agent: 'http://127.0.0.1:1' }, 'a11y_tree'],
    [{ agent: 'http://127.0.0.1:1', observationType: 'som' }, 'som'],
    [{ agent: 'mcp:go {instruction} {mcp_config}', observationType: 'screenshot' }, 'screenshot'],
    [{ agent: 'acp:go' }, 'a11y_tree'],
    [
      { agent: './go --fast', observationType: 'screenshot_a11y_tree', actionSpace: 'computer_13' },
      'screenshot_a11y_tree',
    ],
    [
      {
        agent: 'osworld:src/agents/foreign/osworld/bridge.py:Go',
        observationType: 'screenshot',
        actionSpace: 'computer_13',
      },
      'screenshot',
    ],
  ] as const)('a sweep with %j records the observation type that its requests contain: %s', (options, expected) => {
    const settings = settingsOf(options as Parameters<typeof sweepRequest>[0]);
    expect(settings.observationType).toBe(expected);
    expect(() => checkForm(settings)).not.toThrow();
  });

  it.each([
    [{ agent: 'computer-tool', model, observationType: 'a11y_tree' }, 'settings-observation-type'],
    [{ agent: 'computer-tool', model, observationType: 'screenshot_a11y_tree' }, 'settings-observation-type'],
    [{ agent: 'ui-tars', model: 'vllm:my-own', observationType: 'som' }, 'settings-observation-type'],
    [{ agent: 'acp:go', observationType: 'som' }, 'settings-observation-type'],
    [{ agent: 'computer-tool', model, actionSpace: 'computer_13' }, 'settings-action-space'],
    [{ agent: 'mcp:go {instruction} {mcp_config}', actionSpace: 'computer_13' }, 'settings-action-space'],
  ] as const)('the observation settings %j are refused', (options, code) => {
    const settings = settingsOf(options as Parameters<typeof sweepRequest>[0]);
    expect(() => checkForm(settings)).toThrow(expect.objectContaining({ name: 'UsageError', code }));
  });
});
