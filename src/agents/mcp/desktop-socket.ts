import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface DesktopSocket {
  /** Readable only by the current user. `close` deletes it. */
  folder: string;
  entry: { command: string; args: string[] };
  close(): Promise<void>;
}

/** Listens on a socket that only the current user can open. `serve` handles one connection of an MCP client. */
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
