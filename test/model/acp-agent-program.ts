/**
 * An ACP agent that does what SCRIPT (JSON) lists: `acp-agent-program.ts SCRIPT [late]`. With `late`, it opens its MCP
 * server during its first turn. One array of moves for each prompt.
 * `say` answers with a message, `think` sends a thought, `call` calls a tool of its MCP server, `permit` requests permission and goes on only
 * where it is granted, `stop` ends the turn with a reason. What it receives is in its messages.
 */
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION, type StopReason } from '@agentclientprotocol/sdk';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';

export type AcpMove =
  | { say: string }
  | { think: string }
  | { call: string; input?: Record<string, unknown> }
  | { permit: string; title: string }
  | { stop: StopReason };

const turns = JSON.parse(process.argv[2] ?? '[]') as AcpMove[][];
const desktop = new Client({ name: 'scripted', version: '1.0.0' });
const serverSchema = z.object({ command: z.string(), args: z.array(z.string()) });

const isLate = process.argv[3] === 'late';
let clientName: string | null = null;
let server: StdioClientTransport | null = null;

async function connected(): Promise<void> {
  if (server === null) return;
  await desktop.connect(server);
  await desktop.listTools();
  server = null;
}

agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, ({ params }) => {
    clientName = params.clientInfo?.name ?? null;
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: {},
      agentInfo: { name: 'scripted-agent', version: '2.0.0' },
    };
  })
  .onRequest(methods.agent.session.new, async ({ params }) => {
    server = new StdioClientTransport(serverSchema.parse(params.mcpServers[0]));
    if (!isLate) await connected();
    return { sessionId: 'one' };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params;
    const say = (text: string) =>
      client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      });
    await say(`prompt of ${clientName}: ${JSON.stringify(params.prompt)}\n`);
    await connected();
    for (const move of turns.shift() ?? []) {
      if ('say' in move) await say(move.say);
      else if ('think' in move)
        await client.notify(methods.client.session.update, {
          sessionId,
          update: { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: move.think } },
        });
      else if ('stop' in move) return { stopReason: move.stop };
      else if ('call' in move) {
        const { content } = await desktop.callTool({ name: move.call, arguments: move.input ?? {} });
        await say(`${move.call} gave ${JSON.stringify(content).slice(0, 300)}\n`);
      } else {
        const toolCallId = move.title;
        await client.notify(methods.client.session.update, {
          sessionId,
          update: { sessionUpdate: 'tool_call', toolCallId, title: move.title },
        });
        const { outcome } = await client.request(methods.client.session.requestPermission, {
          sessionId,
          // As qwen-code: the title is the call's input by then.
          toolCall: { toolCallId, title: '{}' },
          options: [
            { optionId: 'yes', kind: 'allow_once', name: 'Yes' },
            { optionId: 'no', kind: 'reject_once', name: 'No' },
          ],
        });
        const decision = outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome;
        await say(`${move.permit} permission ${decision}\n`);
        if (decision !== 'yes') return { stopReason: 'end_turn' };
      }
    }
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>));
