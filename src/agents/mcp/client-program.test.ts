import { expect, it } from 'vitest';
import { ClientProgramReader, clientProgramIn } from './client-program.ts';

const client = { name: 'claude-code', version: '2.1', title: 'Claude Code' };
const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { clientInfo: client } };
const call = { method: 'tools/call', params: { _meta: { 'io.modelcontextprotocol/clientInfo': client } } };

it.each([
  ['initialize', initialize, { name: 'claude-code', version: '2.1' }],
  ['a request of the revision 2026-07-28', call, { name: 'claude-code', version: '2.1' }],
  ['a client without a version', { params: { clientInfo: { name: 'x' } } }, { name: 'x', version: null }],
  ['a request without a name', { method: 'tools/list' }, null],
  ['a name that is not a text', { params: { clientInfo: { name: 1 } } }, null],
  ['what is not a message', [initialize], null],
])('the MCP client is named in %s', (_what, message, program) => {
  expect(clientProgramIn(message)).toEqual(program);
});

it('the MCP client is read from a stream in pieces, after lines that are not JSON', () => {
  const reader = new ClientProgramReader();
  const text = `no clientInfo {\n${JSON.stringify(initialize)}\n`;
  const pieces = [text.slice(0, 40), text.slice(40)].map((piece) => reader.read(Buffer.from(piece)));
  expect(pieces).toEqual([null, { name: 'claude-code', version: '2.1' }]);
});
