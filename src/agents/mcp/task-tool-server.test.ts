import { type Duplex, duplexPair } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import type { ToolCall } from '../../base/record/tool-call.ts';
import { toolServersSchema } from '../../tasks/suite/tool-server.ts';
import { ToolLayer } from '../../tasks/tool-layer/tool-layer.ts';
import { longestToolMessage, serveTaskTools } from './task-tool-server.ts';

const servers = toolServersSchema.parse([
  {
    server: 'desk',
    about: 'Tickets.',
    tools: [
      {
        name: 'close_ticket',
        description: 'Closes a ticket.',
        parameters: { number: { description: 'its number' } },
        answers: [{ when: { number: 7 }, text: 'Closed.' }],
      },
    ],
    resources: [{ uri: 'desk://rules', name: 'Rules', text: 'One ticket for one thing.' }],
  },
]);

let client: Duplex;
let calls: ToolCall[];
let received: string[];
let layer: ToolLayer;
afterEach(() => client.destroy());

function connect() {
  const [near, far] = duplexPair();
  client = near;
  calls = [];
  received = [];
  layer = new ToolLayer(servers);
  const connection = serveTaskTools(
    {
      current: () => layer.servers[0] as (typeof servers)[number],
      received: (text) => received.push(text),
      call: async (call) => {
        calls.push(call);
        return layer.answer(call);
      },
    },
    far,
  );
  return { connection, isClosed: new Promise<true>((resolve) => far.once('close', () => resolve(true))) };
}

let waiting: ((line: unknown) => void)[] = [];
function listen(): void {
  let rest = '';
  waiting = [];
  client.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) waiting.shift()?.(JSON.parse(line));
  });
}
const next = (): Promise<unknown> => new Promise((resolve) => waiting.push(resolve));
const send = (message: object): void => void client.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let number = 0;
async function request(method: string, params: object = {}): Promise<unknown> {
  number += 1;
  const answer = next();
  send({ id: number, method, params });
  return answer;
}
async function begin(): Promise<void> {
  listen();
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'by-hand', version: '1' },
  });
  send({ method: 'notifications/initialized' });
}

it('a tool server of a task lists its tools and answers calls; what it lists counts as received', async () => {
  connect();
  await begin();
  expect(await request('tools/list')).toMatchObject({
    result: { tools: [{ name: 'close_ticket', description: 'Closes a ticket.' }, { name: 'read_resource' }] },
  });
  expect(received).toEqual([expect.stringContaining('desk/close_ticket: Closes a ticket.')]);
  expect(await request('tools/call', { name: 'close_ticket', arguments: { number: '7' } })).toMatchObject({
    result: { content: [{ type: 'text', text: 'Closed.' }] },
  });
  expect(await request('tools/call', { name: 'close_ticket', arguments: { number: '8' } })).toMatchObject({
    result: { isError: true },
  });
  expect(calls.map(({ tool, arguments: { number: given } }) => [tool, given])).toEqual([
    ['close_ticket', '7'],
    ['close_ticket', '8'],
  ]);
});

it('reading a resource over MCP is a call of read_resource', async () => {
  connect();
  await begin();
  expect(await request('resources/read', { uri: 'desk://rules' })).toMatchObject({
    result: { contents: [{ uri: 'desk://rules', text: 'One ticket for one thing.' }] },
  });
  expect(calls).toEqual([{ server: 'desk', tool: 'read_resource', arguments: { uri: 'desk://rules' } }]);
});

it('a description that changes after the list was read is announced and listed anew', async () => {
  const { connection } = connect();
  await begin();
  await request('tools/list');
  layer.change(
    servers.map((server) => ({ ...server, tools: server.tools.map((tool) => ({ ...tool, description: 'Other.' })) })),
  );
  const announced = next();
  await connection.changed();
  expect(await announced).toMatchObject({ method: 'notifications/tools/list_changed' });
  await request('tools/list');
  expect(received.at(-1)).toContain('desk/close_ticket: Other.');
});

it('a message of 10 MB ends its connection and is recorded as a call that was not read', async () => {
  const { isClosed } = connect();
  await begin();
  const large = 'x'.repeat(10 << 20);
  send({ id: 99, method: 'tools/call', params: { name: 'close_ticket', arguments: { number: large } } });
  expect(await isClosed).toBe(true);
  expect(calls).toEqual([{ server: 'desk', tool: '', arguments: {}, unreadBytes: longestToolMessage }]);
});
