import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPort } from '../../../src/agents/models/create-port.ts';
import { blankReply, callModel } from '../../../src/agents/models/model.ts';
import type { ModelError } from '../../../src/agents/models/model-error.ts';
import { keyOf, resolveModel } from '../../../src/agents/models/model-name.ts';
import { computerToolOf } from '../../../src/agents/models/wire/computer-tools.ts';
import { createComputerWire, createWire } from '../../../src/agents/models/wire/create-wire.ts';
import { type CloudServer, RawAnswer, startCloudServer } from '../servers/cloud-server.ts';
import { writeGoogleCredentials } from '../servers/google-credentials.ts';
import type { ProviderReplies, ReplyCase } from './reply-case.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);
const messages = [
  { role: 'system' as const, parts: [{ type: 'text' as const, text: 'You operate a desktop.' }] },
  {
    role: 'user' as const,
    parts: [
      { type: 'text' as const, text: 'Scan it.' },
      { type: 'image' as const, png },
    ],
  },
];
const turns = [{ kind: 'user' as const, text: 'Do it.', picture: { png, width: 1, height: 1 } }];
const limits = { maxTokens: 500, temperature: 0.5, topP: 0.9 };
const context = { role: 'agent', scope: 'os/t', recorder: null };
const attempts = 2;

/** Every case of a provider through its real wire, answered at the provider's own address. */
export function testReplies({ provider, model, cases, ...given }: ProviderReplies): void {
  let server: CloudServer;
  let environment = given.environment;
  let credentials: ReturnType<typeof writeGoogleCredentials> | undefined;
  beforeAll(async () => {
    server = await startCloudServer();
    if (given.hasGoogleCredentials !== true) return;
    credentials = writeGoogleCredentials(server.url);
    environment = { ...environment, GOOGLE_APPLICATION_CREDENTIALS: credentials.path };
  });
  afterAll(async () => {
    credentials?.remove();
    await server.close();
  });

  function call(entry: ReplyCase) {
    const port = createPort({ environment });
    port.retry = { attempts, baseMs: 1, maximumMs: 1, totalMs: 60_000 };
    port.fetch = server.fetch;
    const address = resolveModel(entry.model ?? model, environment);
    const key = keyOf(address, environment);
    if (entry.tool === undefined) {
      const wire = createWire(address, key, { profile: 'osharm', environment, stream: entry.stream ?? false });
      return callModel(port, address, wire, { messages, ...limits }, context, blankReply);
    }
    const tool = computerToolOf(address, entry.tool === true ? undefined : entry.tool);
    const { ask } = createComputerWire(address, key, tool, { environment });
    const request = { turns, display: { width: 1, height: 1 }, ...limits };
    return callModel(port, address, ask, request, context, { ...blankReply, calls: [], content: null });
  }

  describe(provider, () => {
    it.each(cases.map((entry) => [entry.title, entry] as const))(
      `${provider}: the reply is classified: %s`,
      async (_, entry) => {
        const before = server.requests.length;
        server.next(...Array<RawAnswer>(attempts).fill(answerOf(entry)));
        const { expected } = entry;
        const result = await call(entry).catch((error: ModelError) => error);
        const sent = server.requests.length - before;
        server.clear();
        if (result instanceof Error) {
          expect(result).toMatchObject({ code: expect.stringMatching(/^model-/) });
          if (expected.is !== 'error') return expect(result.message).toBe(expected);
          expect(expected.kinds, result.message).toContain(result.kind);
          expect({ isRetryable: result.isRetryable, sent }).toEqual({
            isRetryable: expected.isRetried,
            sent: expected.isRetried ? attempts : 1,
          });
          if (expected.hint !== undefined) expect(result.hint).toMatch(expected.hint);
          if (expected.message !== undefined) expect(result.message).toMatch(expected.message);
          if (expected.limit !== undefined) expect(result.pictureLimit).toEqual(expected.limit);
          return undefined;
        }
        const { is, ...fields } = expected;
        expect(result.outcome).toMatchObject(is === 'error' ? expected : { kind: is, ...fields });
        return expect(sent).toBe(1);
      },
    );
  });
}

function answerOf({ status = 200, headers = {}, body, events }: ReplyCase): RawAnswer {
  if (events !== undefined)
    return new RawAnswer(status, { 'content-type': 'text/event-stream', ...headers }, events.map(eventText).join(''));
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new RawAnswer(status, { 'content-type': 'application/json', ...headers }, text);
}

function eventText(event: unknown): string {
  if (Array.isArray(event)) return `event: ${event[0]}\ndata: ${JSON.stringify(event[1])}\n\n`;
  return `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
}
