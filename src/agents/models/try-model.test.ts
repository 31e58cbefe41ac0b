import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../test/model/servers/openai-dialect.ts';
import { createPort } from './create-port.ts';
import { resolveModel } from './model-name.ts';
import { tryModel } from './try-model.ts';

const environment = { OPENAI_API_KEY: 'sk-very-secret-0123456789', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
const address = resolveModel('openai:gpt-4.1', environment);
const answering = (status: number, body: string) => {
  const port = createPort({ environment });
  const requests: Request[] = [];
  port.fetch = async (input, init) => {
    requests.push(new Request(input, init));
    return new Response(body, { status });
  };
  return { requests, tried: tryModel(port, address, 'sk-very-secret-0123456789') };
};

it('tryModel looks a model up by name, with the key and without generating tokens', async () => {
  const { requests, tried } = answering(200, '{}');
  await tried;
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET http://127.0.0.1:1/v1/models/gpt-4.1']);
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer sk-very-secret-0123456789');
});

it.each([
  [401, '{"error":{"message":"no"}}', 'model-key-refused'],
  [400, '{"error":{"details":[{"reason":"API_KEY_INVALID"}]}}', 'model-key-refused'],
  [404, '{"error":{"code":"model_not_found"}}', 'model-no-such-model'],
  [404, `{"error":{"message":"model 'x' not found","type":"not_found_error"}}`, 'model-no-such-model'],
])('tryModel reports a refusal on HTTP %i %s', async (status, body, code) => {
  await expect(answering(status, body).tried).rejects.toMatchObject({ name: 'UsageError', code });
});

it.each([
  [403, '{}'],
  [404, 'no such path'],
  // llama.cpp's server of October 2026, as it answered.
  [404, '{"error":{"message":"File Not Found","type":"not_found_error","code":404}}'],
  [429, ''],
  [500, ''],
])('tryModel draws no conclusion from HTTP %i %s', async (status, body) => {
  await answering(status, body).tried;
});

/** Looks `model` up on a server that answers each path with `answers`, else with a plain 404. */
async function lookedUp(model: string, answers: Readonly<Record<string, [number, unknown]>>) {
  const keys = { OPENROUTER_API_KEY: 'sk-or-1', DEEPSEEK_API_KEY: 'sk-deep-1', OPENAI_API_KEY: 'sk-open-1' };
  const port = createPort({ environment: keys });
  const paths: string[] = [];
  port.fetch = async (input) => {
    const { pathname } = new URL(String(input));
    paths.push(pathname);
    const [status, body] = answers[pathname] ?? [404, 'no such path'];
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  const named = resolveModel(model, keys);
  const code = await tryModel(port, named, 'sk-1').then(
    () => null,
    (error: { code: string }) => error.code,
  );
  return { paths, code };
}

describe('models of OpenRouter', () => {
  const key = '/api/v1/key';
  const model = '/api/v1/models/org/m/endpoints';
  it.each([
    ['a known key and model', { [key]: [200, {}], [model]: [200, {}] }, null],
    ['a refused key', { [key]: [401, { error: { code: 401, message: 'User not found.' } }] }, 'model-key-refused'],
    ['a key without credit', { [key]: [200, { data: { limit: 5, limit_remaining: 0 } }] }, 'model-quota-exhausted'],
    ['a key in debt', { [key]: [200, { data: { limit_remaining: -0.3 } }] }, 'model-quota-exhausted'],
    ['little credit', { [key]: [200, { data: { limit_remaining: 0.02 } }], [model]: [200, {}] }, null],
    ['a key without a limit', { [key]: [200, { data: { limit_remaining: null } }], [model]: [200, {}] }, null],
    [
      'an unknown model',
      { [key]: [200, {}], [model]: [404, { error: { code: 404, message: 'Not here.' } }] },
      'model-no-such-model',
    ],
    ['a server without look-ups', {}, null],
  ] as [string, Record<string, [number, unknown]>, string | null][])(
    'tryModel checks OpenRouter with %s',
    async (_, answers, code) => {
      expect((await lookedUp('openrouter:org/m:free', answers)).code).toBe(code);
    },
  );
});

describe('models of providers that only list their models', () => {
  const list = (...ids: string[]): [number, unknown] => [200, { object: 'list', data: ids.map((id) => ({ id })) }];
  it.each([
    ['in the list', { '/models': list('deepseek-chat', 'deepseek-reasoner') }, null],
    ['not in the list', { '/models': list('deepseek-reasoner') }, 'model-no-such-model'],
    ['with an empty list', { '/models': list() }, null],
    ['with something other than a list', { '/models': [200, { id: 'other' }] }, null],
    ['with a refused key', { '/models': [401, {}] }, 'model-key-refused'],
  ] as [string, Record<string, [number, unknown]>, string | null][])(
    'tryModel checks a model that is %s',
    async (_, answers, code) => {
      expect(await lookedUp('deepseek:deepseek-chat', answers)).toEqual({ paths: ['/models'], code });
    },
  );
});

it('tryModel stops reading an endless answer', async () => {
  expect(
    (await lookedUp('openai:m', { '/v1/models/m': [404, `{"code":"model_not_found"${' '.repeat(200_000)}}`] })).code,
  ).toBe(null);
});

it.each(['anthropic:m', 'google:m', 'openai:m'])(
  'the key of %s is not sent to a host that the address redirects to',
  async (name) => {
    const seen: unknown[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers);
      response.end('{}');
    });
    const first = createServer((_, response) => {
      response.writeHead(302, { location: `http://localhost:${(other.address() as AddressInfo).port}/` }).end();
    });
    for (const one of [other, first]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(first.address() as AddressInfo).port}/v1`;
    const [provider, model] = name.split(':');
    const named = resolveModel(`${provider}@${url}:${model}`, environment);
    await expect(tryModel(createPort({ environment }), named, 'sk-1')).rejects.toMatchObject({
      code: 'model-unreachable',
    });
    expect(seen).toEqual([]);
    for (const one of [other, first]) one.close();
  },
);

it('tryModel reports an unreachable address without the key', async () => {
  const tried = tryModel(createPort({ environment }), address, 'sk-very-secret-0123456789');
  await expect(tried).rejects.toMatchObject({
    code: 'model-unreachable',
    message: expect.stringContaining('127.0.0.1:1'),
  });
});

it('tryModel accepts a server that can’t look models up', async () => {
  const server = await startModelServer(openaiDialect, [{ say: 'x' }]);
  const withServer = { ...environment, OPENAI_BASE_URL: `${server.url}/v1` };
  await tryModel(createPort({ environment: withServer }), resolveModel('openai:gpt-4.1', withServer), null);
  await server.close();
  expect(server.requests).toHaveLength(0);
});
