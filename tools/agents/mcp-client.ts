/** An agent program that calls the tools in FILE over MCP: `mcp-client.ts FILE INSTRUCTION CONFIG`. */
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { toolCallsSchema, withSeen } from './tool-calls.ts';

const [calls = '', instruction = '', config = ''] = process.argv.slice(2);
const entrySchema = z.object({ command: z.string(), args: z.array(z.string()) });
const { mcpServers } = z
  .object({ mcpServers: z.record(z.string(), entrySchema) })
  .parse(JSON.parse(readFileSync(config, 'utf8')));
const clients = new Map<string, Client>();
for (const [name, entry] of Object.entries(mcpServers)) {
  const client = new Client(
    { name: 'scripted', version: '1.0.0' },
    {
      versionNegotiation: { mode: 'auto' },
      // Lists the tools again when the server announces a change.
      listChanged: { tools: { onChanged: (error) => void (error && process.stderr.write(`${error}\n`)) } },
    },
  );
  await client.connect(new StdioClientTransport({ ...entry, stderr: 'inherit' }));
  await client.listTools();
  clients.set(name, client);
}
process.stdout.write(`My task: ${instruction}\n`);

async function call(server: string, name: string, input: Record<string, unknown>): Promise<string> {
  const client = clients.get(server);
  if (client === undefined) throw new Error(`There is no server ${server} among ${[...clients.keys()].join(', ')}.`);
  const { content } = await client.callTool({ name, arguments: input });
  const parts = z.array(z.looseObject({ text: z.string().optional() })).parse(content);
  return parts.map(({ text }) => text ?? '').join('\n');
}

let seen = '';
for (const { server, tool, input, until } of toolCallsSchema.parse(JSON.parse(readFileSync(calls, 'utf8')))) {
  seen = await call(server, tool, withSeen(input, seen));
  for (let looks = 0; until !== undefined && !seen.includes(until); looks += 1) {
    if (looks === 15) throw new Error(`${until} was never shown.`);
    seen = await call('desktop', 'wait', { seconds: 1 });
  }
}
process.stdout.write('It is done.\n');
for (const client of clients.values()) await client.close();
