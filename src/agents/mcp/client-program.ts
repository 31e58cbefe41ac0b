import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ProgramName } from '../agent.ts';

const longestName = 200;
/** A client introduces itself in its first messages. */
const mostBytes = 1 << 20;

const nameSchema = z.object({ name: z.string(), version: z.string().optional() }).transform(
  ({ name, version }): ProgramName => ({
    name: name.slice(0, longestName),
    version: version?.slice(0, longestName) ?? null,
  }),
);
const messageSchema = z.object({
  params: z.object({
    clientInfo: z.unknown().optional(),
    _meta: z.record(z.string(), z.unknown()).optional(),
  }),
});

/** Returns the client's name in an MCP message: in `initialize`, or in each request since the revision 2026-07-28. */
export function clientProgramIn(message: unknown): ProgramName | null {
  const params = messageSchema.safeParse(message).data?.params;
  return namedProgram(params?.clientInfo ?? params?._meta?.[CLIENT_INFO_META_KEY]);
}

/** Null if the value is not an `Implementation` of MCP or ACP. */
export const namedProgram = (value: unknown): ProgramName | null => nameSchema.safeParse(value).data ?? null;

/** Reads the client's name from a stream of MCP messages, one per line. */
export class ClientProgramReader {
  #rest = '';
  #bytes = 0;

  /** Returns the name once it is known, and null for other parts. */
  read(chunk: Buffer): ProgramName | null {
    this.#bytes += chunk.length;
    if (this.#bytes > mostBytes) return null;
    const lines = (this.#rest + chunk.toString('utf8')).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const found = line.includes('clientInfo') ? clientProgramIn(parsed(line)) : null;
      if (found !== null) return found;
    }
    return null;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Any fault: the server answers what is not JSON.
    return null;
  }
}
