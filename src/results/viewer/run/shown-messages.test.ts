import { describe, expect, it } from 'vitest';
import { messagesOfExchange } from './shown-messages.ts';

const sha = 'a'.repeat(64);
const kept = { $sha256: sha, bytes: 95_339, encoding: 'base64' };
const address = (of: string) => `/picture/${of.slice(0, 2)}`;
const shown = (request: unknown, response: unknown = null) => messagesOfExchange({ request, response }, address);
const picture = { kind: 'picture', address: '/picture/aa', bytes: 95_339 };

describe('messagesOfExchange', () => {
  it("messagesOfExchange reads OpenAI's chat", () => {
    const request = {
      messages: [
        { role: 'system', content: 'Be good.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look.' },
            { type: 'image_url', image_url: { url: { ...kept, prefix: 'data:image/png;base64,' } } },
          ],
        },
      ],
    };
    const reply = {
      content: 'I click.',
      tool_calls: [{ type: 'function', function: { name: 'click', arguments: '{"x":1}' } }],
      role: 'assistant',
    };
    expect(shown(request, { choices: [{ message: reply }] })).toEqual([
      { role: 'system', isReply: false, parts: [{ kind: 'text', text: 'Be good.' }] },
      { role: 'user', isReply: false, parts: [{ kind: 'text', text: 'Look.' }, picture] },
      {
        role: 'assistant',
        isReply: true,
        parts: [
          { kind: 'text', text: 'I click.' },
          { kind: 'call', name: 'click', text: '{"x":1}' },
        ],
      },
    ]);
  });

  it("messagesOfExchange reads Anthropic's blocks, including a tool result with a picture", () => {
    const messages = shown(
      {
        system: [{ type: 'text', text: 'Be good.' }],
        messages: [
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'Hm.' },
              { type: 'tool_use', name: 'computer', input: { action: 'screenshot' } },
            ],
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: kept } }],
              },
            ],
          },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    );
    expect(messages.map(({ role, parts }) => [role, parts.map((part) => part.kind)])).toEqual([
      ['system', ['text']],
      ['assistant', ['reasoning', 'call']],
      ['user', ['result', 'picture']],
      ['assistant', ['text']],
    ]);
  });

  it("messagesOfExchange reads OpenAI's responses", () => {
    const messages = shown(
      {
        instructions: 'Be good.',
        input: [
          { role: 'user', content: [{ type: 'input_text', text: 'Go.' }] },
          { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', image_url: kept } },
        ],
      },
      {
        output: [
          { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
          { type: 'computer_call', action: { type: 'click', x: 1 } },
        ],
      },
    );
    expect(messages.map(({ role, parts }) => [role, parts.map((part) => part.kind)])).toEqual([
      ['system', ['text']],
      ['user', ['text']],
      ['tool', ['result', 'picture']],
      ['assistant', ['reasoning']],
      ['assistant', ['call']],
    ]);
  });

  it("messagesOfExchange reads Google's contents", () => {
    const messages = shown(
      {
        systemInstruction: { parts: [{ text: 'Be good.' }] },
        contents: [
          { role: 'user', parts: [{ text: 'Go.' }, { inlineData: { mimeType: 'image/png', data: kept } }] },
          { role: 'user', parts: [{ functionResponse: { name: 'click', response: { url: 'x' } } }] },
        ],
      },
      { candidates: [{ content: { role: 'model', parts: [{ functionCall: { name: 'click', args: { x: 1 } } }] } }] },
    );
    expect(messages.map(({ role, parts }) => [role, parts.map((part) => part.kind)])).toEqual([
      ['system', ['text']],
      ['user', ['text', 'picture']],
      ['user', ['result', 'other']],
      ['model', ['call']],
    ]);
  });

  it('messagesOfExchange omits nothing: unknown parts are JSON', () => {
    expect(shown({ messages: [{ role: 'user', content: [{ type: 'audio', clip: 7 }] }, 5] })).toEqual([
      {
        role: 'user',
        isReply: false,
        parts: [{ kind: 'other', text: JSON.stringify({ type: 'audio', clip: 7 }, null, 2) }],
      },
      { role: 'assistant', isReply: false, parts: [{ kind: 'other', text: '5' }] },
    ]);
    expect(shown('no object')).toEqual([]);
  });
});
