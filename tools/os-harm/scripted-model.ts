import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A loopback server for OpenAI's chat completions: it observes once, then ends the run. */
export interface ScriptedModel {
  baseUrl: string;
  readonly requestCount: number;
  close(): void;
}

const fence = '```';
/** The first reply waits, so that each run has a step with an action; the second ends it. */
const replies = [`I look at the screen.\n${fence}\nWAIT\n${fence}`, `I have seen it.\n${fence}\nDONE\n${fence}`];

export async function scriptedModel(): Promise<ScriptedModel> {
  let requestCount = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    // A client checks for the server or lists its models.
    if (request.method !== 'POST' || parts.length === 0) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'gpt-4o', object: 'model' }] }));
      return;
    }
    requestCount += 1;
    const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as { messages?: { role: string }[] };
    const replyCount = (body.messages ?? []).filter(({ role }) => role === 'assistant').length;
    const content = replies[Math.min(replyCount, replies.length - 1)] ?? '';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: `scripted-${requestCount}`,
        object: 'chat.completion',
        created: 0,
        model: 'scripted',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get requestCount() {
      return requestCount;
    },
    close: () => server.close(),
  };
}
