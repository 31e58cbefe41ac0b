import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An MCP server that osharm serves. */
export interface ServedServer {
  name: string;
  /** Handles one connection of an MCP client. */
  serve(stream: Socket): Promise<void>;
}

export interface ServerSockets {
  /** Readable only by the current user. `close` deletes it. */
  folder: string;
  /** The program that a client starts for each server, by its name. */
  entries: Record<string, { command: string; args: string[] }>;
  close(): Promise<void>;
}

/** Listens on one socket for each server, which only the current user can open. */
export async function openServerSockets(servers: readonly ServedServer[]): Promise<ServerSockets> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'));
  const relay = fileURLToPath(new URL('stdio-relay.ts', import.meta.url));
  const streams = new Set<Socket>();
  const listening: Server[] = [];
  const entries: ServerSockets['entries'] = {};
  for (const { name, serve } of servers) {
    const socket = join(folder, `${name}.socket`);
    const server = createServer((stream) => {
      streams.add(stream);
      stream.on('error', () => stream.destroy());
      stream.once('close', () => streams.delete(stream));
      void serve(stream);
    });
    server.listen(socket);
    await once(server, 'listening');
    listening.push(server);
    entries[name] = { command: process.execPath, args: [relay, socket] };
  }
  return {
    folder,
    entries,
    async close() {
      for (const stream of streams) stream.destroy();
      await Promise.all(listening.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
