import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedCall {
  path: string;
  status: number;
  inputTokens: number | null;
  outputTokens: number | null;
}

export async function logProxy(target: string): Promise<{ url: string; served: ServedCall[]; close(): void }> {
  const served: ServedCall[] = [];
  const server = createServer((request, response) => {
    const onward = ask(
      `${target}${request.url}`,
      { method: request.method, headers: { ...request.headers, host: new URL(target).host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => {
          parts.push(part);
          response.write(part);
        });
        answer.on('end', () => {
          response.end();
          if (request.method !== 'POST') return;
          const { usage } = parsed(Buffer.concat(parts).toString('utf8'));
          served.push({
            path: request.url ?? '',
            status: answer.statusCode ?? 0,
            inputTokens: usage?.prompt_tokens ?? null,
            outputTokens: usage?.completion_tokens ?? null,
          });
        });
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function parsed(text: string): { usage?: { prompt_tokens: number; completion_tokens: number } } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
