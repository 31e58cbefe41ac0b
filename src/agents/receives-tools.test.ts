import { expect, it } from 'vitest';
import { receivesTools } from './receives-tools.ts';

it.each([
  [{ model: 'reference-benign' }, true],
  [{ model: 'block-keyword@reference-benign', seatedModel: 'reference-benign' }, true],
  [{ model: 'openai:gpt-4.1' }, true],
  [{ model: 'block-keyword@openai:gpt-4.1', seatedModel: 'openai:gpt-4.1' }, true],
  [{ model: 'openai:gpt-4.1', agent: 'prompt' }, true],
  [{ model: 'openai:gpt-4.1', profile: 'os-harm' }, false],
  [{ model: 'openai:gpt-4.1', parser: 'os-harm' }, false],
  [{ model: 'reference-benign', profile: 'os-harm' }, true],
  [{ model: 'openai:gpt-5.4', agent: 'computer-tool' }, true],
  [{ model: 'vllm:m', agent: 'ui-tars' }, false],
  [{ model: 'own', agent: 'mcp:own {instruction} {mcp_config}' }, true],
  [{ model: 'own', agent: 'acp:own' }, true],
  [{ model: 'own', agent: 'own' }, false],
] as const)(
  'all agents but open-weights ones, own programs without MCP and those of OS-Harm receive tools: %j',
  (settings, expected) => {
    expect(receivesTools({ profile: 'osharm', ...settings })).toBe(expected);
  },
);
