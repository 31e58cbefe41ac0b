import { connect, createServer, type Socket } from 'node:net';
import type { InternetCalls } from '../../src/desktop/client/internet-protocol.ts';

/** An exception becomes the call's error. */
export type CallHandlers = {
  [Name in keyof InternetCalls]: (
    request: InternetCalls[Name]['request'],
  ) => InternetCalls[Name]['reply'] | Promise<InternetCalls[Name]['reply']>;
};

const longestConnect = 1000;

/**
 * Serves the harness on the inherited descriptor 3. `connect PORT` is answered with `ok` or `error REASON` and becomes
 * a stream to that port. JSON `{ "call": NAME, … }` is answered with a line `{ "reply": … }` or `{ "error": REASON }`.
 */
export function serveControl(handlers: CallHandlers): void {
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      const end = chunk.indexOf(10);
      chunks.push(chunk);
      length += chunk.length;
      const isCall = chunks[0]?.[0] === 0x7b;
      if (end < 0 && (isCall || length < longestConnect)) return;
      client.off('data', onData);
      client.pause();
      const head = Buffer.concat(chunks);
      const lineEnd = head.indexOf(10);
      const line = head.subarray(0, lineEnd < 0 ? head.length : lineEnd).toString();
      if (isCall) answer(client, line, handlers);
      else {
        const port = Number(/^connect (\d+)$/.exec(line)?.[1] ?? Number.NaN);
        if (Number.isInteger(port) && port > 0 && port < 65_536) join(client, port, head.subarray(lineEnd + 1));
        else client.end('error not understood\n');
      }
    };
    client.on('data', onData);
  });
  server.listen({ fd: 3 });
}

async function answer(client: Socket, line: string, handlers: CallHandlers): Promise<void> {
  let reply: { reply: unknown } | { error: string };
  try {
    const { call, ...request } = JSON.parse(line) as { call: string };
    const handler = Object.hasOwn(handlers, call) ? handlers[call as keyof CallHandlers] : undefined;
    if (handler === undefined) throw new Error(`there is no call ${call}`);
    reply = { reply: await (handler as (request: unknown) => unknown)(request) };
  } catch (error) {
    reply = { error: (error as Error).message };
  }
  client.end(`${JSON.stringify(reply)}\n`);
}

function join(client: Socket, port: number, first: Buffer): void {
  const target = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  target.setNoDelay(true);
  const onRefused = (error: Error) => client.end(`error ${error.message}\n`);
  target.once('error', onRefused);
  target.once('connect', () => {
    target.off('error', onRefused);
    target.on('error', () => client.destroy());
    client.once('close', () => target.destroy());
    client.write('ok\n');
    if (first.length > 0) target.write(first);
    client.pipe(target);
    target.pipe(client);
  });
}
