import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Hides from a desktop's server what OSWorld's hasn't: everything below `/v2/` and the endpoints of its later versions are 404. */
export async function classicProxy(target: () => string): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((incomingMessage, answer) => {
    if (/^\/(v2\/|run_python|run_bash_script|execute_with_verification)/.test(incomingMessage.url ?? '')) {
      incomingMessage.resume();
      answer.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>');
      return;
    }
    const inside = request(
      new URL(incomingMessage.url ?? '/', target()),
      { method: incomingMessage.method, headers: incomingMessage.headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(answer);
      },
    );
    inside.on('error', () => answer.destroy());
    answer.on('close', () => inside.destroy());
    incomingMessage.pipe(inside);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
