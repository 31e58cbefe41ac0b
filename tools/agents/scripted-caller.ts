import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { type ToolCalls, withSeen } from './tool-calls.ts';

const requestSchema = z.looseObject({
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
});

const mostLooks = 15;

/**
 * A loopback server for OpenAI's chat completions that plays tool calls under the names that an agent program gives the
 * tools (`mcp__desktop__click` for `click`). Answers a request without the desktop's tools, e.g. for a title, with a
 * word.
 */
export async function scriptedCaller(calls: ToolCalls): Promise<{ url: string; requests(): number; close(): void }> {
  const left = [...calls];
  let until: string | undefined;
  let looks = 0;
  let requests = 0;
  function next(seen: string): ToolCalls[number] | null {
    if (until !== undefined && !seen.includes(until) && looks < mostLooks) {
      looks += 1;
      return { tool: 'wait', input: { seconds: 1 } };
    }
    looks = 0;
    const call = left.shift() ?? null;
    until = call?.until;
    return call === null ? null : { ...call, input: withSeen(call.input ?? {}, seen) };
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const asJson = (body: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method !== 'POST') return asJson({ object: 'list', data: [{ id: 'scripted', object: 'model' }] });
    requests += 1;
    const { stream, messages, tools } = requestSchema.parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
    const names = tools.map(({ function: { name } }) => name);
    const named = (tool: string): string | undefined =>
      names.find((name) => name === tool || name.endsWith(`_${tool}`));
    const call = named('press_keys') === undefined ? null : next(JSON.stringify(messages.at(-1)?.content ?? ''));
    const name = call === null ? undefined : named(call.tool);
    if (call !== null && name === undefined)
      throw new Error(`The agent offers no ${call.tool} among ${names.join(', ')}.`);
    const message =
      call === null
        ? { role: 'assistant', content: 'It is done.' }
        : {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: `call_${requests}`,
                type: 'function',
                function: { name, arguments: JSON.stringify(call.input ?? {}) },
              },
            ],
          };
    const finish = call === null ? 'stop' : 'tool_calls';
    const head = { id: `scripted-${requests}`, created: 0, model: 'scripted' };
    const usage = { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 };
    if (!stream)
      return asJson({
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finish }],
        usage,
      });
    const chunk = (choices: unknown[], more: object = {}): string =>
      `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more })}\n\n`;
    const calling = 'tool_calls' in message ? message.tool_calls.map((item, index) => ({ index, ...item })) : undefined;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk([{ index: 0, delta: { ...message, tool_calls: calling }, finish_reason: null }]));
    response.write(chunk([{ index: 0, delta: {}, finish_reason: finish }]));
    response.write(chunk([], { usage }));
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: () => requests,
    close: () => server.close(),
  };
}
