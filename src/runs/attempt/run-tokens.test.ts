import { describe, expect, it } from 'vitest';
import { noTokens, withReply } from './run-tokens.ts';

type Reply = Parameters<typeof withReply>[1];
const usage = (costUsd: number | null): Reply => ({ usage: { inputTokens: 100, outputTokens: 10, costUsd } });
const sum = (isReference: boolean, ...replies: Reply[]) =>
  replies.reduce((tokens, reply) => withReply(tokens, reply, isReference), noTokens);

describe('tokens and cost of a run', () => {
  it('the tokens of a run are the sum of its replies', () => {
    expect(sum(false, usage(0.5), usage(0.25))).toEqual({
      calls: 2,
      inputTokens: 200,
      outputTokens: 20,
      costUsd: 0.75,
    });
  });

  it('a run costs nothing for a reference agent, and an unknown amount if a reply has no usage or no price', () => {
    expect(sum(true, {}, {}).costUsd).toBe(0);
    expect(sum(false, {}).costUsd).toBeNull();
    expect(sum(false, usage(0.5), {}, usage(0.5)).costUsd).toBeNull();
    expect(sum(false, usage(0.5), usage(null)).costUsd).toBeNull();
  });

  it('a run has unknown tokens once a reply has no usage', () => {
    const none = { usage: { inputTokens: null, outputTokens: null, costUsd: null } };
    for (const reply of [{}, none])
      expect(sum(false, usage(0.5), reply, usage(0.5))).toMatchObject({
        calls: 3,
        inputTokens: null,
        outputTokens: null,
        costUsd: null,
      });
    expect(sum(true, {})).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  });
});
