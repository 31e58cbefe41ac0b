import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { answers } from '../../../test/model/servers/cloud-server.ts';
import { settingsFrom } from '../../runs/plan/settings/defaults.ts';
import { createPromptAgent } from '../create-prompt-agent.ts';
import { createUser } from '../user.ts';
import { contextSize } from './context-size.ts';
import { createPort } from './create-port.ts';
import { resolveModel } from './model-name.ts';

let server: Server | null = null;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

/** A server of one's own: what it answers by path; everything else is 404. Gives its address and the bodies that it was posted. */
async function serving(pages: Record<string, unknown>) {
  const bodies: Record<string, unknown>[] = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'POST') bodies.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
    const page = pages[request.url ?? ''];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(page ?? { error: 'no such page' }));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

describe('the context size', () => {
  // As the servers' own documentation and sources show their answers.
  it.each([
    [
      'vLLM',
      'vllm',
      { '/v1/models': { object: 'list', data: [{ id: 'm', object: 'model', owned_by: 'vllm', max_model_len: 8192 }] } },
      8192,
    ],
    [
      'SGLang',
      'sglang',
      { '/v1/models': { object: 'list', data: [{ id: 'm', owned_by: 'sglang', max_model_len: 4096 }] } },
      4096,
    ],
    [
      'llama.cpp by its list',
      'llamacpp',
      { '/v1/models': { object: 'list', data: [{ id: 'other.gguf', meta: { n_ctx: 4096, n_ctx_train: 131_072 } }] } },
      4096,
    ],
    [
      'llama.cpp by /props',
      'llamacpp',
      {
        '/v1/models': { object: 'list', data: [{ id: 'm', meta: { n_ctx_train: 131_072 } }] },
        '/props': { default_generation_settings: { n_ctx: 2048 }, total_slots: 1 },
      },
      2048,
    ],
    [
      'LM Studio',
      'lmstudio',
      {
        '/v1/models': {
          data: [
            { id: 'm', object: 'model' },
            { id: 'n', object: 'model' },
          ],
        },
        '/api/v0/models': { data: [{ id: 'm', max_context_length: 131_072, loaded_context_length: 4096 }] },
      },
      4096,
    ],
    ['a gateway', 'compatible', { '/v1/models': { data: [{ id: 'm', context_length: 32_768 }] } }, 32_768],
    ['a server that does not report it', 'compatible', { '/v1/models': { data: [{ id: 'm' }] } }, null],
    ['a server without these pages', 'vllm', {}, null],
  ])('the context size is reported by %s', async (_, provider, pages, size) => {
    const { url } = await serving(pages);
    const port = createPort({ environment: {} });
    expect(await contextSize(port, resolveModel(`${provider}@${url}/v1:m`, {}), null)).toBe(size);
  });

  it('the context size is not requested from public services', async () => {
    const port = createPort({ environment: {} });
    port.fetch = () => Promise.reject(new Error('asked'));
    expect(await contextSize(port, resolveModel('openai:gpt-4.1', {}), 'k')).toBeNull();
  });

  it('a request is reduced to the context size before it is sent', async () => {
    const models = { data: [{ id: 'm', max_model_len: 4096 }] };
    const { url, bodies } = await serving({ '/v1/models': models, '/v1/chat/completions': answers.chat('WAIT') });
    const settings = settingsFrom({ model: `vllm@${url}/v1:m`, observationType: 'a11y_tree' }, { profile: 'osharm' });
    const agent = createPromptAgent({
      settings,
      port: createPort({ environment: {} }),
      environment: {},
      scope: 'os/t',
      user: createUser({}),
      recordCall: () => {},
    });
    const observation = { screenshot: Buffer.from(''), accessibilityTree: '' };
    const shown = (step: number, lines: number) =>
      agent.predict({
        instruction: 'Do it.',
        step,
        observation,
        linearisedTree: 'push-button\tSave\t(10, 20)\n'.repeat(lines),
      } as Parameters<typeof agent.predict>[0]);
    expect((await shown(0, 20)).notes).toEqual([]);
    const reply = await shown(1, 1000);
    expect(reply.notes?.[0]).toBe('too much for the model: asked with 0 past steps');
    expect(reply.notes?.at(-1)).toBe('too much for the model: asked with half of the text');
    expect(bodies).toHaveLength(2);
    expect(JSON.stringify(bodies[1]).length / 3).toBeLessThan(4096);
  });
});
