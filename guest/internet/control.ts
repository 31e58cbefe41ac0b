import { connect, createServer, type Socket } from 'node:net';

/**
 * Serves the harness on the inherited listening descriptor 3. A connection says `connect PORT` in its first line, is
 * answered with `ok` or `error REASON`, and is from then on the stream to that port of the desktop's own network.
 */
export function serveControl(): void {
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    let head = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf(10);
      if (end < 0 && head.length < 1000) return;
      client.off('data', onData);
      client.pause();
      const port = Number(/^connect (\d+)$/.exec(head.subarray(0, end).toString())?.[1] ?? Number.NaN);
      if (Number.isInteger(port) && port > 0 && port < 65_536) join(client, port, head.subarray(end + 1));
      else client.end('error not understood\n');
    };
    client.on('data', onData);
  });
  server.listen({ fd: 3 });
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
