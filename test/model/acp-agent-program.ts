/**
 * An ACP agent that does what SCRIPT (JSON) lists: `acp-agent-program.ts SCRIPT`. One array of moves for each prompt.
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

agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, async ({ params }) => {
    await desktop.connect(new StdioClientTransport(serverSchema.parse(params.mcpServers[0])));
    await desktop.listTools();
    return { sessionId: 'one' };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params;
    const say = (text: string) =>
      client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      });
    await say(`prompt ${JSON.stringify(params.prompt)}\n`);
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
