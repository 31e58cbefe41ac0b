import type { Duplex } from 'node:stream';
import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ToolCall } from '../../base/record/tool-call.ts';
import { readResourceTool, type ToolServer } from '../../tasks/suite/tool-server.ts';
import { describeTools, toolListText } from '../../tasks/tool-layer/describe-tools.ts';
import type { ToolAnswer } from '../../tasks/tool-layer/tool-layer.ts';
import { boundedLines } from './bounded-lines.ts';

/** In bytes: a longer message ends its connection. */
export const longestToolMessage = 1 << 20;

export interface TaskToolTarget {
  /** The server as it is now. */
  current(): ToolServer;
  /** The client received this text. */
  received(text: string): void;
  call(call: ToolCall): Promise<ToolAnswer>;
}

export interface TaskToolConnection {
  /** Notifies the client that the tools have changed. */
  changed(): Promise<void>;
}

/** Serves a tool server of the task to one MCP client, 2026-07-28 or 2025. */
export function serveTaskTools(target: TaskToolTarget, stream: Duplex): TaskToolConnection {
  const lines = boundedLines(longestToolMessage, () => {
    const { server } = target.current();
    void target.call({ server, tool: '', arguments: {}, unreadBytes: longestToolMessage });
    stream.destroy();
  });
  stream.on('close', () => lines.destroy());
  lines.on('error', () => stream.destroy());
  let server: Server | null = null;
  serveStdio(
    () => {
      server = taskToolServer(target);
      return server;
    },
    { transport: new StdioServerTransport(stream.pipe(lines), stream) },
  );
  return {
    async changed() {
      try {
        await server?.sendToolListChanged();
      } catch {
        // Any fault: the client closed the connection, or its revision has no such notification.
      }
    },
  };
}

function taskToolServer(target: TaskToolTarget): Server {
  const { server: name, about, resources } = target.current();
  const call = (tool: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> =>
    target.call({ server: name, tool, arguments: given });
  const tools = { listChanged: true };
  const capabilities = resources.length === 0 ? { tools } : { tools, resources: {} };
  const server = new Server(
    { name, version: '1.0.0' },
    about === undefined ? { capabilities } : { capabilities, instructions: about },
  );
  server.setRequestHandler('tools/list', () => {
    const current = target.current();
    target.received(toolListText(current));
    return { tools: describeTools(current) };
  });
  server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    const { text, isError } = await call(params.name, params.arguments);
    return { content: [{ type: 'text', text }], isError: isError || undefined };
  });
  if (resources.length === 0) return server;
  server.setRequestHandler('resources/list', () => {
    const current = target.current().resources;
    target.received(current.map((resource) => `${resource.name} ${resource.description ?? ''}`).join('\n'));
    return { resources: current.map(({ text: _, ...resource }) => ({ ...resource, mimeType: 'text/plain' })) };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const { text, isError } = await call(readResourceTool, { uri });
    if (isError) throw new Error(text);
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  });
  return server;
}
