import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Joins a client to the stream that is opened for it; either end ends both, also while it is being opened. Never rejects. */
export async function joinStreams(client: Socket, open: (signal: AbortSignal) => Promise<Duplex>): Promise<void> {
  const left = new AbortController();
  client.on('error', () => client.destroy()).once('close', () => left.abort(new Error('the client went away')));
  try {
    const stream = await open(left.signal);
    if (client.destroyed) stream.destroy();
    else await pipeline(client, stream, client);
  } catch {
    // Any fault: whatever ends one side ends the other.
    // The end of its connection tells the client.
  } finally {
    client.destroy();
  }
}
