/**
 * An agent program that acts over MCP. It clicks on what the instruction names in quotes, and ends.
 *
 *     osharm run --agent 'mcp:bin/osharm-node examples/agents/mcp-click-by-name.ts {instruction} {mcp_config}' --suite ... --subset ...
 *
 * Any MCP client does. `{mcp_config}` is a file of the usual form: {"mcpServers": {"desktop": {"command", "args"}}}.
 */
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';

const [instruction = '', configFile = ''] = process.argv.slice(2);
const configSchema = z.object({
  mcpServers: z.object({ desktop: z.object({ command: z.string(), args: z.array(z.string()) }) }),
});
const { desktop } = configSchema.parse(JSON.parse(readFileSync(configFile, 'utf8'))).mcpServers;
const client = new Client({ name: 'click-by-name', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StdioClientTransport({ ...desktop, stderr: 'inherit' }));

async function call(name: string, input: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: input });
  const texts = z.array(z.looseObject({ text: z.string().optional() })).parse(content);
  return texts.map(({ text }) => text ?? '').join('');
}

const wanted = /["“]([^"”]+)["”]/.exec(instruction)?.[1] ?? '';
const table = await call('accessibility_tree');
const row = table.split('\n').find((line) => line.split('\t')[1] === wanted);
const numbers = row
  ?.match(/\((\d+), (\d+)\)\t\((\d+), (\d+)\)/)
  ?.slice(1)
  .map(Number);
if (numbers === undefined) await call('report_infeasible', { reason: `Nothing on the screen is called ${wanted}.` });
else {
  const [left = 0, top = 0, width = 0, height = 0] = numbers;
  await call('click', { x: left + width / 2, y: top + height / 2 });
  process.stdout.write(`I clicked on ${wanted}.\n`);
}
await client.close();
