import { afterAll, describe, expect, it } from 'vitest';
import { ask, closeServers, type Kind, kinds, png, port, request } from '../../../test/model/asked-models.ts';

afterAll(closeServers);

describe('requests of the profile os-harm', () => {
  const part = { type: 'text', text: 'Look.' };
  const image = {
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${png.toString('base64')}`, detail: 'high' },
  };

  it('the os-harm profile’s OpenAI request equals OS-Harm’s: parameters, parts and order; o… models get no parameters', async () => {
    const kind = kinds[2] as Kind;
    const { server, reply } = await ask(kind, [{ say: 'x' }]);
    await reply;
    const body = server.requests[0]?.body as { messages: { content: unknown }[] };
    expect(Object.keys(body)).toEqual(['model', 'messages', 'max_tokens', 'top_p', 'temperature']);
    expect(body.messages[1]).toEqual({ role: 'user', content: [part, image] });
    expect(body.messages[0]?.content).toEqual([{ type: 'text', text: 'You are at a desktop.' }]);
    const reasoning = await ask({ ...kind, model: 'openai@URL/v1:o4-mini' }, [{ say: 'x' }]);
    await reasoning.reply;
    expect(Object.keys(reasoning.server.requests[0]?.body ?? {})).toEqual(['model', 'messages']);
    for (const [model, sent] of [
      ['openrouter@URL/v1:openai/gpt-4.1', true],
      ['openrouter@URL/v1:openai/o3', false],
      ['ollama@URL/v1:orca-mini:3b', true],
    ] as const) {
      const elsewhere = await ask({ ...kind, model }, [{ say: 'x' }]);
      await elsewhere.reply;
      expect('temperature' in (elsewhere.server.requests[0]?.body ?? {}), model).toBe(sent);
    }
  });

  it('the os-harm profile’s Anthropic request equals OS-Harm’s: system text first in the first turn, both parameters', async () => {
    const { server, reply } = await ask(kinds[6] as Kind, [{ say: 'x' }]);
    await reply;
    const { body, headers } = server.requests[0] as { body: Record<string, unknown>; headers: Record<string, unknown> };
    expect(body).toMatchObject({ temperature: 1, top_p: 0.9, max_tokens: 1500 });
    expect(body).not.toHaveProperty('system');
    expect(
      (body.messages as { content: { type: string; text?: string }[] }[])[0]?.content.map(
        (item) => item.text ?? item.type,
      ),
    ).toEqual(['You are at a desktop.', 'Look.', 'image']);
    expect(headers['anthropic-version']).toBe('2023-06-01');
  });

  it('the os-harm profile’s Gemini request equals OS-Harm’s: system instruction, picture before text, no limit, nothing blocked', async () => {
    const { server, reply } = await ask(kinds[9] as Kind, [{ say: 'x' }]);
    await reply;
    const body = server.requests[0]?.body as {
      contents: { parts: object[] }[];
      generationConfig: object;
      safetySettings: { threshold: string }[];
    };
    expect(body.contents[0]?.parts.map((item) => Object.keys(item)[0])).toEqual(['inlineData', 'text']);
    expect(body.generationConfig).toEqual({ candidateCount: 1, topP: 0.9, temperature: 1 });
    expect(body.safetySettings.map((safetySetting) => safetySetting.threshold)).toEqual([
      'BLOCK_NONE',
      'BLOCK_NONE',
      'BLOCK_NONE',
      'BLOCK_NONE',
    ]);
  });

  it('the os-harm profile sends text alone to mistral and llama3-70b, which reject pictures', async () => {
    const kind = { ...(kinds[2] as Kind), model: 'together@URL/v1:mistralai/Mixtral-8x22B' };
    const text = {
      ...request,
      messages: request.messages.map(({ role, parts }) => ({ role, parts: parts.slice(0, 1) })),
    };
    const { server, reply } = await ask(kind, [{ say: 'x' }], port(), {}, text);
    await reply;
    const sent = server.requests[0]?.body.messages as { content: unknown }[];
    expect(sent[1]?.content).toBe('Look.');
    const pictures = await ask(kind, [{ say: 'x' }]);
    await expect(pictures.reply).rejects.toMatchObject({ code: 'model-text-only' });
  });
});
