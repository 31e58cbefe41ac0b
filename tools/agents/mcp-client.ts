/** An agent program that calls the tools in FILE over MCP: `mcp-client.ts FILE INSTRUCTION CONFIG`. */
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { toolCallsSchema } from './tool-calls.ts';

const [calls = '', instruction = '', config = ''] = process.argv.slice(2);
const { desktop } = z
  .object({ mcpServers: z.object({ desktop: z.object({ command: z.string(), args: z.array(z.string()) }) }) })
  .parse(JSON.parse(readFileSync(config, 'utf8'))).mcpServers;
const client = new Client({ name: 'scripted', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StdioClientTransport({ ...desktop, stderr: 'inherit' }));
process.stdout.write(`My task: ${instruction}\n`);

async function call(name: string, input: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: input });
  const parts = z.array(z.looseObject({ text: z.string().optional() })).parse(content);
  return parts.map(({ text }) => text ?? '').join('\n');
}

for (const { tool, input, until } of toolCallsSchema.parse(JSON.parse(readFileSync(calls, 'utf8')))) {
  let seen = await call(tool, input);
  for (let looks = 0; until !== undefined && !seen.includes(until); looks += 1) {
    if (looks === 15) throw new Error(`${until} was never shown.`);
    seen = await call('wait', { seconds: 1 });
  }
}
process.stdout.write('It is done.\n');
await client.close();
