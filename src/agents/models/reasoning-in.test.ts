import { describe, expect, it } from 'vitest';
import { reasoningIn } from './reasoning-in.ts';

const chat = (message: object) => JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message }] });
const stream = (...events: object[]) =>
  `${events.map((event) => `data: ${JSON.stringify(event)}`).join('\n\n')}\n\ndata: [DONE]\n\n`;
const delta = (...deltas: object[]) => stream(...deltas.map((part) => ({ choices: [{ index: 0, delta: part }] })));
const text = (value: string) => ({ kind: 'text', text: value });
const summary = (value: string) => ({ kind: 'summary', text: value });
const encrypted = (bytes: number) => ({ kind: 'encrypted', bytes });

describe('reasoning in a whole reply', () => {
  it.each([
    [
      'DeepSeek, Moonshot, Alibaba, xAI',
      chat({ content: 'Hi.', reasoning_content: 'They greet.' }),
      [text('They greet.')],
    ],
    ['Groq and newer vLLM', chat({ content: 'Hi.', reasoning: 'They greet.' }), [text('They greet.')]],
    [
      'vLLM that names it twice',
      chat({ content: 'Hi.', reasoning: 'They greet.', reasoning_content: 'They greet.' }),
      [text('They greet.')],
    ],
    [
      'OpenRouter, readable under two names',
      chat({
        content: 'Hi.',
        reasoning: 'They greet.',
        reasoning_details: [{ type: 'reasoning.text', text: 'They greet.', signature: 'sig', index: 0 }],
      }),
      [text('They greet.')],
    ],
    [
      'OpenRouter, a summary and an encrypted piece',
      chat({
        content: 'Hi.',
        reasoning: 'A greeting.',
        reasoning_details: [
          { type: 'reasoning.summary', summary: 'A greeting.' },
          { type: 'reasoning.encrypted', data: 'QUJDRA==' },
        ],
      }),
      [summary('A greeting.'), encrypted(8)],
    ],
    ['xAI, encrypted', chat({ content: 'Hi.', encrypted_content: 'QUJDRA==' }), [encrypted(8)]],
    [
      'Mistral',
      chat({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'They greet.' }] },
          { type: 'text', text: 'Hi.' },
        ],
      }),
      [text('They greet.')],
    ],
    [
      'Anthropic',
      JSON.stringify({
        type: 'message',
        content: [
          { type: 'thinking', thinking: 'They greet.', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'QUJDRA==' },
          { type: 'text', text: 'Hi.' },
        ],
      }),
      [text('They greet.'), encrypted(8)],
    ],
    [
      'Anthropic, thinking omitted',
      JSON.stringify({ type: 'message', content: [{ type: 'thinking', thinking: '', signature: 'c2lnbmF0' }] }),
      [encrypted(8)],
    ],
    [
      'OpenAI, a summary in two parts and its encrypted content',
      JSON.stringify({
        object: 'response',
        reasoning: { effort: 'high', summary: 'auto' },
        output: [
          {
            type: 'reasoning',
            id: 'rs_1',
            summary: [
              { type: 'summary_text', text: 'First.' },
              { type: 'summary_text', text: 'Second.' },
            ],
            encrypted_content: 'QUJDRA==',
          },
          { type: 'message', content: [{ type: 'output_text', text: 'Hi.' }] },
        ],
      }),
      [summary('First.'), summary('Second.'), encrypted(8)],
    ],
    [
      'OpenAI, kept by the provider',
      JSON.stringify({ object: 'response', output: [{ type: 'reasoning', id: 'rs_1', summary: [] }] }),
      [encrypted(0)],
    ],
    [
      'LM Studio',
      JSON.stringify({
        object: 'response',
        output: [{ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'They greet.' }] }],
      }),
      [text('They greet.')],
    ],
    [
      'Google, a summary and a signature',
      JSON.stringify({
        candidates: [
          {
            content: {
              parts: [
                { text: '**Greeting**', thought: true },
                { text: 'Hi.', thoughtSignature: 'c2lnbmF0' },
              ],
            },
          },
        ],
      }),
      [summary('**Greeting**'), encrypted(8)],
    ],
    [
      'Google, a signature alone',
      JSON.stringify({
        candidates: [{ content: { parts: [{ functionCall: { name: 'f' }, thoughtSignature: 'c2ln' }] } }],
      }),
      [encrypted(4)],
    ],
    [
      'Google, interactions',
      JSON.stringify({
        steps: [
          { type: 'thought', summary: [{ type: 'text', text: 'A greeting.' }], signature: 'c2ln' },
          { type: 'model_output' },
        ],
      }),
      [summary('A greeting.'), encrypted(4)],
    ],
    [
      'Bedrock',
      JSON.stringify({
        output: {
          message: {
            content: [
              { reasoningContent: { reasoningText: { text: 'They greet.', signature: 'c2ln' } } },
              { reasoningContent: { redactedContent: 'QUJDRA==' } },
              { text: 'Hi.' },
            ],
          },
        },
      }),
      [text('They greet.'), encrypted(8)],
    ],
    [
      'DashScope',
      JSON.stringify({ output: { choices: [{ message: { content: 'Hi.', reasoning_content: 'They greet.' } }] } }),
      [text('They greet.')],
    ],
  ])('reasoning is read from a whole reply of %s', (_, body, parts) => {
    expect(reasoningIn(body)).toEqual(parts);
  });
});

describe('reasoning in a stream', () => {
  it.each([
    [
      'chat completions',
      delta({ reasoning_content: 'They ' }, { reasoning_content: 'greet.' }, { content: 'Hi.' }),
      [text('They greet.')],
    ],
    [
      'OpenRouter',
      delta(
        { reasoning: 'They ', reasoning_details: [{ type: 'reasoning.text', text: 'They ', index: 0 }] },
        { reasoning: 'greet.', reasoning_details: [{ type: 'reasoning.text', text: 'greet.', index: 0 }] },
        { reasoning_details: [{ type: 'reasoning.encrypted', data: 'QUJD', index: 1 }] },
      ),
      [text('They greet.'), encrypted(4)],
    ],
    [
      'Mistral',
      delta(
        { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'They ' }] }] },
        { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'greet.' }] }] },
      ),
      [text('They greet.')],
    ],
    [
      'Anthropic, restarted by a gateway',
      stream(
        { type: 'message_start', message: { type: 'message', content: [] } },
        { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Lost.' } },
        { type: 'message_start', message: { type: 'message', content: [] } },
        { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'They ' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'greet.' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
        { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'QUJDRA==' } },
      ),
      [text('They greet.'), encrypted(8)],
    ],
    [
      'Anthropic, thinking omitted',
      stream(
        { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
      ),
      [encrypted(4)],
    ],
    [
      'OpenAI, whose last events repeat the whole',
      stream(
        { type: 'response.created', response: { object: 'response', reasoning: { effort: 'low' }, output: [] } },
        { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs', summary: [] } },
        { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'They ' },
        { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'greet.' },
        {
          type: 'response.output_item.done',
          output_index: 0,
          item: { type: 'reasoning', id: 'rs', summary: [{ text: 'They greet.' }], encrypted_content: 'QUJD' },
        },
        {
          type: 'response.completed',
          response: {
            object: 'response',
            output: [{ type: 'reasoning', id: 'rs', summary: [{ text: 'They greet.' }], encrypted_content: 'QUJD' }],
          },
        },
      ),
      [summary('They greet.'), encrypted(4)],
    ],
    [
      'Google',
      stream(
        { candidates: [{ content: { parts: [{ text: 'They ', thought: true }] } }] },
        { candidates: [{ content: { parts: [{ text: 'greet.', thought: true }] } }] },
        { candidates: [{ content: { parts: [{ text: '', thoughtSignature: 'c2ln' }] } }] },
      ),
      [summary('They greet.'), encrypted(4)],
    ],
    [
      'Bedrock, one JSON event a line',
      [
        { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { text: 'They ' } } } },
        { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { text: 'greet.' } } } },
        { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { signature: 'c2ln' } } } },
        { contentBlockDelta: { contentBlockIndex: 1, delta: { reasoningContent: { redactedContent: 'QUJD' } } } },
      ]
        .map((event) => JSON.stringify(event))
        .join('\n'),
      [text('They greet.'), encrypted(4)],
    ],
  ])('reasoning is read from a stream of %s', (_, body, parts) => {
    expect(reasoningIn(body)).toEqual(parts);
  });
});

describe('replies without reasoning', () => {
  it.each([
    ['an empty body', ''],
    ['a web page', '<html>502</html>'],
    ['a reply without reasoning', chat({ content: 'Hi.', reasoning_content: null, reasoning_details: [] })],
    ['blank thoughts', chat({ content: 'Hi.', reasoning_content: ' \n' })],
    [
      'the setting of an OpenAI response',
      JSON.stringify({ object: 'response', reasoning: { effort: 'high' }, output: [] }),
    ],
    ['thoughts of another choice', JSON.stringify({ choices: [{ index: 1, message: { reasoning: 'Other.' } }] })],
    [
      'fields of other types',
      JSON.stringify({ choices: [{ message: { reasoning: 7, content: { type: 'thinking' } } }], output: 3 }),
    ],
    [
      'an encrypted result of a tool',
      JSON.stringify({
        type: 'message',
        content: [{ type: 'advisor_tool_result', content: { encrypted_content: 'QUJD' } }],
      }),
    ],
  ])('no reasoning is read from %s', (_, body) => {
    expect(reasoningIn(body)).toBeNull();
  });
});
