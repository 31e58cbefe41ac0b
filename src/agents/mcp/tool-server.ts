import { type CallToolResult, createMcpHandler, type McpHttpHandler, McpServer } from '@modelcontextprotocol/server';
import { type StdioServerHandle, type StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import type { PictureSize } from '../../desktop/client/desktop.ts';
import { boundedPicture } from './bounded-picture.ts';
import type { DesktopTool } from './desktop-tools.ts';

export interface DesktopToolResult {
  text: string;
  /** PNG. */
  picture: Uint8Array | null;
  isError: boolean;
}

export interface ToolTarget {
  picture(): PictureSize;
  act(tool: DesktopTool, input: Record<string, unknown>, code: string): Promise<DesktopToolResult>;
  ask?(question: string): Promise<string>;
  giveUp?(reason: string): Promise<string>;
}

const instructions =
  'A Linux desktop. Look at it, act with mouse and keys, and look again: coordinates are pixels of the screenshot.';

/** Serves one MCP client. Its first message selects the protocol version, 2026-07-28 or 2025. */
export function serveTools(
  tools: readonly DesktopTool[],
  target: ToolTarget,
  transport: StdioServerTransport,
): StdioServerHandle {
  return serveStdio(() => createToolServer(tools, target), { transport });
}

/** Serves one desktop over HTTP, for servers with other routes. */
export function toolHandler(tools: readonly DesktopTool[], target: ToolTarget): McpHttpHandler {
  return createMcpHandler(() => createToolServer(tools, target));
}

function createToolServer(tools: readonly DesktopTool[], target: ToolTarget): McpServer {
  const server = new McpServer({ name: 'desktop', version: '1.0.0' }, { instructions });
  for (const tool of tools)
    server.registerTool(
      tool.name,
      { description: tool.description, inputSchema: tool.parameters },
      async (input: Record<string, unknown>): Promise<CallToolResult> => {
        let code: string;
        try {
          code = tool.code(input, target.picture());
        } catch (error) {
          return textResult((error as Error).message, true);
        }
        const { text, picture, isError } = await target.act(tool, input, code);
        const image = picture === null ? [] : [await imageOf(picture)];
        return { content: [{ type: 'text', text }, ...image], isError: isError || undefined };
      },
    );
  const { ask, giveUp } = target;
  if (ask !== undefined)
    server.registerTool(
      'ask_user',
      {
        description: 'Asks the user a question and waits for the answer.',
        inputSchema: z.object({ question: z.string() }),
      },
      async ({ question }) => textResult(await ask(question)),
    );
  if (giveUp !== undefined)
    server.registerTool(
      'report_infeasible',
      { description: 'Says that the task can’t be done, and ends.', inputSchema: z.object({ reason: z.string() }) },
      async ({ reason }) => textResult(await giveUp(reason)),
    );
  return server;
}

async function imageOf(png: Uint8Array) {
  const { bytes, mimeType } = await boundedPicture(png);
  return { type: 'image' as const, data: Buffer.from(bytes).toString('base64'), mimeType };
}

function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: 'text', text }], isError: isError || undefined };
}
