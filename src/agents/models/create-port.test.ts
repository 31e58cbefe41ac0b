import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answers, type CloudServer, startCloudServer } from '../../../test/model/servers/cloud-server.ts';
import { writeGoogleCredentials } from '../../../test/model/servers/google-credentials.ts';
import { createAsker } from '../../verdicts/judges/ask/ask-model.ts';
import { readVerdict } from '../../verdicts/judges/ask/verdict.ts';
import { createPort } from './create-port.ts';
import { blankReply, callModel } from './model.ts';
import { keyOf, resolveModel } from './model-name.ts';
import { computerToolOf } from './wire/computer-tools.ts';
import { createComputerWire, createWire } from './wire/create-wire.ts';

// Answers have the forms of the providers' own references. Each request goes to the provider's own address; only the connection is ours.
let server: CloudServer;
beforeEach(async () => {
  server = await startCloudServer();
});
afterEach(async () => {
  await server.close();
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);
const request = {
  messages: [
    { role: 'system' as const, parts: [{ type: 'text' as const, text: 'You operate a desktop.' }] },
    {
      role: 'user' as const,
      parts: [
        { type: 'text' as const, text: 'Look.' },
        { type: 'image' as const, png },
      ],
    },
  ],
  maxTokens: 500,
  temperature: 0.5,
};

function portTo(environment: Record<string, string>) {
  const port = createPort({ environment });
  port.retry = { attempts: 1, baseMs: 1, maximumMs: 1, totalMs: 1000 };
  port.fetch = server.fetch;
  return port;
}

async function ask(name: string, environment: Record<string, string>) {
  const port = portTo(environment);
  const address = resolveModel(name, environment);
  const wire = createWire(address, keyOf(address, environment), { profile: 'osharm', environment });
  const context = { role: 'agent', scope: 'os/t', recorder: null };
  return callModel(port, address, wire, request, context, blankReply);
}

const chat = {
  messages: [{ role: 'system' }, { role: 'user', content: [{ type: 'text', text: 'Look.' }, { type: 'image_url' }] }],
};
interface Kind {
  model: string;
  environment: Record<string, string>;
  url: string;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
  answer: (text: string) => unknown;
}
const key = 'sk-very-secret-0123';
const bearer = { authorization: `Bearer ${key}` };
const chatAt = (model: string, name: string, url: string): Kind => ({
  model,
  environment: { [name]: key },
  url: `${url}/chat/completions`,
  headers: bearer,
  body: chat,
  answer: answers.chat,
});
const converse = {
  system: [{ text: 'You operate a desktop.' }],
  messages: [{ role: 'user', content: [{ text: 'Look.' }, { image: { format: 'png' } }] }],
  inferenceConfig: { maxTokens: 500, temperature: 0.5 },
};
const gemini = {
  systemInstruction: { parts: [{ text: 'You operate a desktop.' }] },
  contents: [{ role: 'user', parts: [{ text: 'Look.' }, { inlineData: { mimeType: 'image/png' } }] }],
};
const kinds: Kind[] = [
  chatAt('openai:m', 'OPENAI_API_KEY', 'https://api.openai.com/v1'),
  {
    ...chatAt('xai:grok-4', 'XAI_API_KEY', ''),
    url: 'https://api.x.ai/v1/responses',
    body: { input: [{ role: 'system' }, { role: 'user', content: [{ type: 'input_text' }, { type: 'input_image' }] }] },
    answer: answers.responses,
  },
  {
    ...chatAt('deepseek:m', 'DEEPSEEK_API_KEY', 'https://api.deepseek.com'),
    body: { messages: [{ role: 'system' }, {}] },
  },
  { ...chatAt('mistral:m', 'MISTRAL_API_KEY', 'https://api.mistral.ai/v1'), body: chat },
  chatAt('groq:m', 'GROQ_API_KEY', 'https://api.groq.com/openai/v1'),
  chatAt('together:m', 'TOGETHER_API_KEY', 'https://api.together.xyz/v1'),
  chatAt('fireworks:m', 'FIREWORKS_API_KEY', 'https://api.fireworks.ai/inference/v1'),
  chatAt('moonshot:m', 'MOONSHOT_API_KEY', 'https://api.moonshot.ai/v1'),
  chatAt('alibaba:qwen3-vl-plus', 'ALIBABA_API_KEY', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1'),
  chatAt('openrouter:org/m', 'OPENROUTER_API_KEY', 'https://openrouter.ai/api/v1'),
  chatAt('ollama:m', 'OLLAMA_API_KEY', 'http://127.0.0.1:11434/v1'),
  chatAt('vllm:m', 'VLLM_API_KEY', 'http://127.0.0.1:8000/v1'),
  chatAt('sglang:m', 'SGLANG_API_KEY', 'http://127.0.0.1:30000/v1'),
  chatAt('llamacpp:m', 'LLAMA_API_KEY', 'http://127.0.0.1:8080/v1'),
  chatAt('lmstudio:m', 'LM_API_TOKEN', 'http://127.0.0.1:1234/v1'),
  {
    model: 'azure:deployment',
    environment: { AZURE_API_KEY: key, AZURE_RESOURCE_NAME: 'ours' },
    url: 'https://ours.openai.azure.com/openai/v1/chat/completions?api-version=v1',
    headers: { 'api-key': key },
    body: { model: 'deployment', ...chat },
    answer: answers.chat,
  },
  {
    model: 'bedrock:anthropic.claude-sonnet-4-5-20250929-v1:0',
    environment: { AWS_BEARER_TOKEN_BEDROCK: key, AWS_REGION: 'eu-west-1' },
    url: 'https://bedrock-runtime.eu-west-1.amazonaws.com/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse',
    headers: bearer,
    body: converse,
    answer: answers.converse,
  },
  {
    model: 'bedrock:amazon.nova-pro-v1:0',
    environment: {
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE0',
      AWS_SECRET_ACCESS_KEY: key,
      AWS_SESSION_TOKEN: 'session-0000',
      AWS_REGION: 'us-east-1',
    },
    url: 'https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse',
    headers: {
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE0\/\d{8}\/us-east-1\/bedrock\/aws4_request, SignedHeaders=.*Signature=[0-9a-f]{64}$/,
      ),
      'x-amz-security-token': 'session-0000',
    },
    body: converse,
    answer: answers.converse,
  },
  {
    model: 'vertex:gemini-3.5-flash',
    environment: { GOOGLE_VERTEX_API_KEY: key },
    url: 'https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-3.5-flash:generateContent',
    headers: { 'x-goog-api-key': key },
    body: gemini,
    answer: answers.gemini,
  },
];

describe.each(kinds.map((kind) => [kind.model, kind] as const))('%s', (_, kind) => {
  it('the provider is called through its own API at its own address, and its answer is read', async () => {
    server.next(kind.answer('I click.'));
    const reply = await ask(kind.model, kind.environment);
    expect(reply).toMatchObject({
      text: 'I click.',
      outcome: { kind: 'answered', end: 'complete' },
      usage: { inputTokens: 100, outputTokens: 7 },
    });
    expect(server.requests).toHaveLength(1);
    const [seen] = server.requests;
    expect(seen?.url).toBe(kind.url);
    expect(seen?.headers).toMatchObject(kind.headers);
    expect(seen?.body).toMatchObject(kind.body);
  });
});

describe('Vertex AI with a project', () => {
  const project = { GOOGLE_VERTEX_PROJECT: 'ours', GOOGLE_VERTEX_LOCATION: 'europe-west4' };
  let credentials: ReturnType<typeof writeGoogleCredentials>;
  beforeEach(() => {
    credentials = writeGoogleCredentials(server.url);
  });
  afterEach(() => credentials.remove());
  const place = 'https://europe-west4-aiplatform.googleapis.com/v1beta1/projects/ours/locations/europe-west4';

  it.each([
    [
      'vertex:gemini-3.5-flash',
      `${place}/publishers/google/models/gemini-3.5-flash:generateContent`,
      gemini,
      answers.gemini,
    ],
    [
      'vertex:claude-sonnet-4-5@20250929',
      `${place}/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict`,
      { anthropic_version: 'vertex-2023-10-16', system: [{ text: 'You operate a desktop.' }] },
      answers.messages,
    ],
    ['vertex:meta/llama-x', `${place}/endpoints/openapi/chat/completions`, chat, answers.chat],
  ])('%s is called with the token of GOOGLE_APPLICATION_CREDENTIALS', async (model, url, body, answer) => {
    server.next(answer('I click.'));
    const reply = await ask(model, { ...project, GOOGLE_APPLICATION_CREDENTIALS: credentials.path });
    expect(reply.text).toBe('I click.');
    const [seen] = server.requests;
    expect(seen?.url).toBe(url);
    expect(seen?.headers.authorization).toBe('Bearer of-the-token-server');
    expect(seen?.body).toMatchObject(body);
  });
});

describe('judges at cloud providers', () => {
  const verdict = { reasoning: 'Done.', success: true, safety: true, violation_step: null };
  const question = {
    kind: 'verdict' as const,
    isOsHarm: false,
    messages: [
      { role: 'system' as const, content: 'You judge.' },
      { role: 'user' as const, content: 'The run.' },
    ],
  };
  const context = { role: 'judge' as const, scope: 'os/t', recorder: null };
  const asker = (model: string, environment: Record<string, string>) =>
    createAsker(model, portTo(environment), environment);

  it('a judge at Bedrock calls a forced tool', async () => {
    server.next(answers.converseCall('judge_agent_actions', verdict));
    const environment = { AWS_BEARER_TOKEN_BEDROCK: key, AWS_REGION: 'us-east-1' };
    const answer = await asker('bedrock:anthropic.claude-x-v1:0', environment).ask(question, context);
    expect(readVerdict(answer.value)).toEqual(verdict);
    expect(server.requests[0]?.body).toMatchObject({
      toolConfig: { toolChoice: { tool: { name: 'judge_agent_actions' } } },
    });
  });

  it('a judge at a cloud provider answers by schema, then as text, if a forced tool is refused', async () => {
    const environment = { AZURE_API_KEY: key, AZURE_RESOURCE_NAME: 'ours' };
    const refusal = (message: string) =>
      answers.error(400, { error: { message, type: 'invalid_request_error', code: null } });
    server.next(
      refusal("Unsupported value: 'tool_choice' does not support a named tool with this model."),
      refusal("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."),
      answers.chat(`\`\`\`json\n${JSON.stringify(verdict)}\n\`\`\``),
      answers.chat(JSON.stringify(verdict)),
    );
    const judge = asker('azure:deployment', environment);
    expect(readVerdict((await judge.ask(question, context)).value)).toEqual(verdict);
    const [first, second, third] = server.requests.map(({ body }) => body);
    expect(first).toHaveProperty('tool_choice');
    expect(second).toMatchObject({ response_format: { type: 'json_schema' } });
    expect(second).not.toHaveProperty('tools');
    expect(third).not.toHaveProperty('response_format');
    expect(JSON.stringify(third?.messages)).toContain('JSON Schema');
    // What was refused once is not asked for again.
    expect(readVerdict((await judge.ask(question, context)).value)).toEqual(verdict);
    expect(server.requests).toHaveLength(4);
  });

  it.each([
    ['moonshot:m', { MOONSHOT_API_KEY: key }, "tool_choice 'specified' is incompatible with thinking enabled"],
    ['deepseek:m', { DEEPSEEK_API_KEY: key }, 'deepseek-reasoner does not support this tool_choice'],
    [
      'alibaba:m',
      { ALIBABA_API_KEY: key },
      'The tool_choice parameter does not support being set to required or object in thinking mode',
    ],
    ['openrouter:m', { OPENROUTER_API_KEY: key }, "No endpoints found that support the provided 'tool_choice' value."],
    ['llamacpp:m', {}, 'tools param requires --jinja flag'],
  ])('the judge at %s answers by schema if it refuses a forced tool', async (model, environment, words) => {
    const status = model.startsWith('openrouter') ? 404 : model.startsWith('llamacpp') ? 500 : 400;
    server.next(
      answers.error(status, { error: { message: words, code: status } }),
      answers.chat(JSON.stringify(verdict)),
    );
    const answer = await asker(model, environment).ask(question, context);
    expect(readVerdict(answer.value)).toEqual(verdict);
    expect(server.requests[1]?.body).toMatchObject({ response_format: { type: 'json_schema' } });
  });
});

describe('computer tools at cloud providers', () => {
  const screen = { png, width: 1, height: 1 };
  const turns = [{ kind: 'user' as const, text: 'Do it.', picture: screen }];
  async function askTool(name: string, environment: Record<string, string>) {
    const port = portTo(environment);
    const address = resolveModel(name, environment);
    const tool = computerToolOf(address);
    const wire = createComputerWire(address, keyOf(address, environment), tool, { environment });
    const modelRequest = { turns, display: { width: 1, height: 1 }, maxTokens: 500, temperature: 1, topP: 0.9 };
    const blank = { ...blankReply, calls: [], content: null };
    return callModel(port, address, wire.ask, modelRequest, { role: 'agent', scope: 'os/t', recorder: null }, blank);
  }
  const use = { type: 'tool_use', id: 'a', name: 'computer', input: { action: 'left_click', coordinate: [1, 2] } };
  const message = { ...answers.messages(''), content: [use], stop_reason: 'tool_use' };

  it('Claude at Bedrock has Anthropic’s computer tool', async () => {
    server.next(message);
    const environment = { AWS_BEARER_TOKEN_BEDROCK: key, AWS_REGION: 'us-east-1' };
    const reply = await askTool('bedrock:us.anthropic.claude-sonnet-4-6-v1:0', environment);
    expect(reply.calls).toMatchObject([{ id: 'a', input: { action: 'left_click' } }]);
    const [seen] = server.requests;
    expect(seen?.url).toContain('/model/us.anthropic.claude-sonnet-4-6-v1%3A0/invoke');
    expect(seen?.body).toMatchObject({
      anthropic_version: 'bedrock-2023-05-31',
      anthropic_beta: ['computer-use-2025-11-24'],
      tools: [{ type: 'computer_20251124', name: 'computer' }],
    });
  });

  it('Claude at Vertex AI has Anthropic’s computer tool, and other models there have none', async () => {
    server.next(message);
    const environment = { GOOGLE_VERTEX_PROJECT: 'ours', GOOGLE_VERTEX_LOCATION: 'global' };
    await expect(askTool('vertex:gemini-3.5-flash', environment)).rejects.toMatchObject({ code: 'computer-tool-none' });
    expect(computerToolOf(resolveModel('vertex:claude-opus-5-5@20260901', environment))).toBe(
      'computer_toolset_20260801',
    );
  });

  it('OpenAI models at Azure have OpenAI’s computer tool', async () => {
    const call = { type: 'computer_call', id: 'cu', call_id: 'a', status: 'completed', pending_safety_checks: [] };
    const click = { type: 'click', button: 'left', x: 1, y: 2 };
    server.next({ ...answers.responses(''), output: [{ ...call, actions: [click] }] });
    const reply = await askTool('azure:deployment', { AZURE_API_KEY: key, AZURE_RESOURCE_NAME: 'ours' });
    expect(reply.calls).toMatchObject([{ id: 'a', input: { actions: [{ type: 'click' }] } }]);
    expect(server.requests[0]?.url).toBe('https://ours.openai.azure.com/openai/v1/responses?api-version=v1');
    expect(server.requests[0]?.body).toMatchObject({ tools: [{ type: 'computer' }], store: false });
  });
});

it('a cloud provider without a configured region names the variable to set', () => {
  expect(() => resolveModel('bedrock:m', {})).toThrow(expect.objectContaining({ hint: 'Set AWS_REGION.' }));
  expect(() => resolveModel('azure:m', {})).toThrow(expect.objectContaining({ code: 'model-address-missing' }));
  expect(() => resolveModel('vertex:m', { GOOGLE_CLOUD_PROJECT: 'p' })).toThrow(/needs an address/);
});
