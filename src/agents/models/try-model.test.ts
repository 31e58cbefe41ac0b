import { expect, it } from 'vitest';
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

it('looks a model up by name, with the key and no token', async () => {
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
])('refuses on HTTP %i %s', async (status, body, code) => {
  await expect(answering(status, body).tried).rejects.toMatchObject({ name: 'UsageError', code });
});

it.each([
  [403, '{}'],
  [404, 'no such path'],
  // llama.cpp's server of October 2026, as it answered.
  [404, '{"error":{"message":"File Not Found","type":"not_found_error","code":404}}'],
  [429, ''],
  [500, ''],
])('learns nothing from HTTP %i %s', async (status, body) => {
  await answering(status, body).tried;
});

it('says where nobody answers, without the key', async () => {
  const tried = tryModel(createPort({ environment }), address, 'sk-very-secret-0123456789');
  await expect(tried).rejects.toMatchObject({
    code: 'model-unreachable',
    message: expect.stringContaining('127.0.0.1:1'),
  });
});

it('goes on with a server that can’t look models up', async () => {
  const server = await startModelServer(openaiDialect, [{ say: 'x' }]);
  const withServer = { ...environment, OPENAI_BASE_URL: `${server.url}/v1` };
  await tryModel(createPort({ environment: withServer }), resolveModel('openai:gpt-4.1', withServer), null);
  await server.close();
  expect(server.requests).toHaveLength(0);
});
