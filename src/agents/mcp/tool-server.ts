import {
  type CallToolResult,
  createMcpHandler,
  type McpHttpHandler,
  McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { type StdioServerHandle, type StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { clientMessage } from '../../base/client-message.ts';
import type { PictureSize } from '../../desktop/client/desktop.ts';
import { boundedPicture } from './bounded-picture.ts';
import type { DesktopTool, ToolEffect } from './desktop-tools.ts';
import { readToolInput } from './read-tool-input.ts';

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
      {
        title: tool.title,
        description: tool.description,
        inputSchema: advertised(tool.parameters),
        annotations: annotations[tool.effect],
      },
      async (input): Promise<CallToolResult> => {
        let result: DesktopToolResult;
        try {
          result = await target.act(tool, input, tool.code(input, target.picture()));
        } catch (error) {
          return textResult(clientMessage(error), true);
        }
        const { text, picture, isError } = result;
        const image = picture === null ? [] : [await imageOf(picture)];
        return { content: [{ type: 'text', text }, ...image], isError: isError || undefined };
      },
    );
  const { ask, giveUp } = target;
  if (ask !== undefined)
    server.registerTool(
      'ask_user',
      {
        title: 'Ask the user',
        description: 'Asks the user a question and waits for the answer.',
        inputSchema: advertised(questionSchema),
        annotations: annotations.observes,
      },
      async (input) => textResult(await ask(readToolInput('ask_user', questionSchema, input).question)),
    );
  if (giveUp !== undefined)
    server.registerTool(
      'report_infeasible',
      {
        title: 'Give up',
        description: 'Says that the task can’t be done, and ends.',
        inputSchema: advertised(reasonSchema),
        annotations: annotations.points,
      },
      async (input) => textResult(await giveUp(readToolInput('report_infeasible', reasonSchema, input).reason)),
    );
  return server;
}

const questionSchema = z.strictObject({ question: z.string().min(1) });
const reasonSchema = z.strictObject({ reason: z.string().min(1) });

const annotations: Readonly<Record<ToolEffect, { readOnlyHint: boolean; destructiveHint: boolean }>> = {
  observes: { readOnlyHint: true, destructiveHint: false },
  points: { readOnlyHint: false, destructiveHint: false },
  changes: { readOnlyHint: false, destructiveHint: true },
};

/** Advertises the fields without checks: the tools check them, with errors that a model can act on. */
function advertised(parameters: z.ZodObject): StandardSchemaWithJSON<Record<string, unknown>> {
  const { validate, version, vendor } = z.record(z.string(), z.unknown())['~standard'];
  return { '~standard': { validate, version, vendor, jsonSchema: parameters['~standard'].jsonSchema } };
}

async function imageOf(png: Uint8Array) {
  const { bytes, mimeType } = await boundedPicture(png);
  return { type: 'image' as const, data: Buffer.from(bytes).toString('base64'), mimeType };
}

function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: 'text', text }], isError: isError || undefined };
}
