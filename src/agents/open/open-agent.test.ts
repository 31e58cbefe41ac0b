import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { ModelRequest } from '../models/messages.ts';
import { createUser } from '../user.ts';
import { OpenAgent } from './open-agent.ts';
import { qwen3Vl } from './qwen3-vl.ts';

const call = (args: object) =>
  `<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: args })}\n</tool_call>`;

it('an open model is told once which part of its last answer was not executed and which action failed', async () => {
  const says = [
    call({ action: 'left_click', coordinate: [1850, 900] }),
    call({ action: 'wait' }),
    call({ action: 'wait' }),
  ];
  const requests: ModelRequest[] = [];
  const agent = new OpenAgent({
    name: 'm',
    modelName: 'm',
    model: qwen3Vl,
    pastPictures: 1,
    maximumSide: null,
    temperature: 0,
    topP: 1,
    maxTokens: 100,
    user: createUser({}),
    async call(request) {
      requests.push(request);
      const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
      const text = says[requests.length - 1] ?? '';
      return {
        text,
        isBlank: false,
        usage,
        costUsd: 0,
        savedUsd: 0,
        unanswered: 0,
        answering: null,
        pricesOf: undefined,
        outcome: { kind: 'answered', end: 'complete' },
      };
    },
  });
  const background = { create: { width: 1920, height: 1080, channels: 3 as const, background: '#345' } };
  const screenshot = await sharp(background).png().toBuffer();
  const observation = { screenshot, accessibilityTree: '', time: 0, timings: { screenshotMs: 0, treeMs: 0 } };
  const input = { instruction: 'Do it.', observation, linearisedTree: '', step: 0 };
  expect((await agent.predict(input)).actions).toEqual([]);
  await agent.predict(input);
  await agent.predict({ ...input, feedback: [{ returncode: 1, error: 'Traceback\nValueError: too far' }] });
  const [first, second, third] = requests.map((request) => JSON.stringify(request.messages));
  expect(first).not.toContain('not executed');
  expect(second).toContain(
    'Your last answer was not executed as you meant it. left_click: coordinate (1850, 900) is outside',
  );
  expect(third).not.toContain('not executed');
  expect(third).toContain('Your last action failed: ValueError: too far');
});
