import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The MCP server of a desktop, as programs are given it. */
export interface DesktopSocket {
  /** A folder that only this user can read. It is removed by `close`. */
  folder: string;
  /** What an MCP client starts: its standard input and output lead to the desktop. */
  entry: { command: string; args: string[] };
  close(): Promise<void>;
}

/** Listens on a socket that no other user may open. `serve` serves one connection of an MCP client. */
export async function openDesktopSocket(serve: (stream: Socket) => Promise<void>): Promise<DesktopSocket> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'));
  const socket = join(folder, 'desktop');
  const streams = new Set<Socket>();
  const server = createServer((stream) => {
    streams.add(stream);
    stream.on('error', () => stream.destroy());
    stream.once('close', () => streams.delete(stream));
    void serve(stream);
  });
  server.listen(socket);
  await once(server, 'listening');
  const relay = fileURLToPath(new URL('stdio-relay.ts', import.meta.url));
  return {
    folder,
    entry: { command: process.execPath, args: [relay, socket] },
    async close() {
      for (const stream of streams) stream.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
