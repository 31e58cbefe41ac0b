import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { desktopTools } from './desktop-tools.ts';
import { toolHandler } from './tool-server.ts';

let client: Client;
let executed: string[];
beforeEach(async () => {
  executed = [];
  const handler = toolHandler(desktopTools('gui+shell', { picture: true, tree: true }), {
    picture: () => ({ width: 1920, height: 1080 }),
    act: async (_tool, _input, code) => {
      executed.push(code);
      return { text: 'Done.', picture: null, isError: false };
    },
    ask: async () => 'Yes.',
    giveUp: async () => 'It is noted.',
  });
  client = new Client({ name: 'agent', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://desktop.example/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    }),
  );
});
afterEach(() => client.close());

describe('the MCP server of a desktop', () => {
  it('MCP tools advertise no further fields, and say which of them change nothing', async () => {
    const { tools } = await client.listTools();
    for (const tool of tools)
      expect(tool, tool.name).toMatchObject({
        title: expect.any(String),
        inputSchema: { type: 'object', additionalProperties: false },
        annotations: { readOnlyHint: expect.any(Boolean), destructiveHint: expect.any(Boolean) },
      });
    const hint = (name: 'readOnlyHint' | 'destructiveHint') =>
      tools.filter(({ annotations }) => annotations?.[name] === true).map(({ name }) => name);
    expect(hint('readOnlyHint')).toEqual(['screenshot', 'accessibility_tree', 'wait', 'ask_user']);
    expect(hint('destructiveHint')).toEqual(['click', 'drag', 'type_text', 'press_keys', 'run_command']);
  });

  it('an MCP call that can’t be executed is an error of the tool and does nothing', async () => {
    for (const [name, input, message] of [
      ['click', { y: 1 }, 'x, y go together; one is missing.'],
      ['click', { cordinate: [1, 2] }, 'Did you mean "coordinate"?'],
      ['click', { x: 99_999, y: -7 }, 'x is from 0 to 1919'],
      ['scroll', {}, 'down or right must be given'],
      ['ask_user', { text: 'May I?' }, 'ask_user has no field "text". Its fields: question.'],
      ['ask_user', { question: '' }, 'question must not be empty'],
      ['report_infeasible', {}, 'reason is missing'],
    ] as const)
      expect(await client.callTool({ name, arguments: input })).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: expect.stringContaining(message) }],
      });
    expect(executed).toEqual([]);
  });

  it('an MCP call with the fields of another tool is executed', async () => {
    const called = await client.callTool({ name: 'click', arguments: { coordinate: [100, 100] } });
    expect(called.isError).toBeUndefined();
    expect(executed).toEqual(["pyautogui.click(100, 100, clicks=1, button='left')"]);
  });
});
