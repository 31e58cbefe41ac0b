import { describe, expect, it } from 'vitest';
import { chat, chatEnd, chatStart, openaiError } from '../../../../test/model/replies/shapes.ts';
import { processorMs } from '../../../../test/processor-time.ts';
import { readAnswer } from './read-answer.ts';
import { meaningOf, outcomeOfReply } from './read-outcome.ts';

const request = { provider: 'compatible', hasComputerTool: true, asksForForm: true };
const headers = {};

function classify(response: string, status: number) {
  const facts = readAnswer({ response, status, headers });
  return facts.error === null ? outcomeOfReply(facts, false) : meaningOf(facts.error, status, request);
}

describe('classifying a reply', () => {
  it.each([
    ['a reply', JSON.stringify(chat('stop')), 200],
    ['an error that only the last rows match', JSON.stringify(openaiError('It is teatime.', null, null)), 418],
    [
      'an error of the most words that are read',
      JSON.stringify(openaiError('the content model image at most tokens '.repeat(100), null, null)),
      400,
    ],
  ])('classifying a reply takes less than a millisecond: %s', async (_, response, status) => {
    const times = 200;
    const whole = await processorMs(() => {
      for (let at = 0; at < times; at += 1) classify(response, status);
    });
    expect(whole / times).toBeLessThan(1);
  });

  it.each([
    ['a reply of 1 MB', JSON.stringify(chat('stop', { content: 'The screen shows a page. '.repeat(42_000) })), 200],
    [
      'an error of 1 MB',
      JSON.stringify(openaiError('an image of the content, limit '.repeat(34_000), null, null)),
      400,
    ],
    [
      'a stream of 5,000 events',
      [...Array<unknown>(5000).fill(chatStart), chatEnd('stop')]
        .map((event) => `data: ${JSON.stringify(event)}\n\n`)
        .join(''),
      200,
    ],
  ])('classifying a reply takes less than 50 ms: %s', async (_, response, status) => {
    expect(await processorMs(() => classify(response, status))).toBeLessThan(50);
  });
});
