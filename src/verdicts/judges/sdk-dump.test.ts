import { expect, it } from 'vitest';
import { sdkDump } from './sdk-dump.ts';

/** The forms were dumped by the SDK itself, from the same responses. */
const dumped: readonly [string, unknown, string][] = [
  [
    'a whole response',
    {
      id: 'c-1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'A window.', refusal: null, annotations: [] },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: 7,
        completion_tokens: 3,
        total_tokens: 10,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
        completion_tokens_details: {
          reasoning_tokens: 0,
          audio_tokens: 0,
          accepted_prediction_tokens: 0,
          rejected_prediction_tokens: 0,
        },
      },
      service_tier: 'default',
      system_fingerprint: 'fp',
    },
    '{"id":"c-1","choices":[{"finish_reason":"stop","index":0,"logprobs":null,"message":{"content":"A window.","refusal":null,"role":"assistant","audio":null,"function_call":null,"tool_calls":null,"annotations":[]}}],"created":1,"model":"m","object":"chat.completion","service_tier":"default","system_fingerprint":"fp","usage":{"completion_tokens":3,"prompt_tokens":7,"total_tokens":10,"completion_tokens_details":{"accepted_prediction_tokens":0,"audio_tokens":0,"reasoning_tokens":0,"rejected_prediction_tokens":0},"prompt_tokens_details":{"audio_tokens":0,"cached_tokens":0}}}',
  ],
  [
    'a response with few fields and an unknown one',
    {
      object: 'chat.completion',
      choices: [{ message: { content: 'A window.' } }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
      provider: 'p',
    },
    '{"id":null,"choices":[{"finish_reason":null,"index":null,"logprobs":null,"message":{"content":"A window.","refusal":null,"role":null,"audio":null,"function_call":null,"tool_calls":null}}],"created":null,"model":null,"object":"chat.completion","service_tier":null,"system_fingerprint":null,"usage":{"completion_tokens":3,"prompt_tokens":7,"total_tokens":10,"completion_tokens_details":null,"prompt_tokens_details":null},"provider":"p"}',
  ],
];

it.each(dumped)('OS-Harm’s caption file stores %s as the SDK dumps it', (_, response, text) => {
  expect(JSON.stringify(sdkDump(response))).toBe(text);
});

it.each([{ content: [{ type: 'text', text: 'A window.' }] }, null, 'text', { candidates: [] }])(
  'a caption file stores the response %j of another API unchanged',
  (response) => {
    expect(sdkDump(response)).toBe(response);
  },
);
