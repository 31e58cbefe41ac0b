import { expect, it } from 'vitest';
import { receivesTools } from './receives-tools.ts';

it.each([
  [{ model: 'reference-benign' }, true],
  [{ model: 'block-keyword@reference-benign', seatedModel: 'reference-benign' }, true],
  [{ model: 'openai:gpt-4.1' }, false],
  [{ model: 'block-keyword@openai:gpt-4.1', seatedModel: 'openai:gpt-4.1' }, false],
  [{ model: 'own', agent: 'mcp:own {instruction} {mcp_config}' }, true],
  [{ model: 'own', agent: 'acp:own' }, true],
  [{ model: 'own', agent: 'own' }, false],
])('reference agents and agents over MCP and ACP receive tools, also behind a protocol: %j', (settings, expected) => {
  expect(receivesTools(settings)).toBe(expected);
});
