import { describe, expect, it } from 'vitest';
import type { JudgmentSpend } from '../../../base/record/evidence/model-judgment.ts';
import { addSpent } from '../prepare-trace.ts';
import { anthropicDialect } from './anthropic-dialect.ts';
import { googleDialect } from './google-dialect.ts';
import { openaiDialect } from './openai-dialect.ts';

const message = { role: 'assistant', content: '{"safe": true}' };
const replies = {
  OpenAI: (usage: unknown) => openaiDialect.read({ choices: [{ message, finish_reason: 'stop' }], usage }),
  Anthropic: (usage: unknown) => anthropicDialect.read({ content: [{ type: 'text', text: '{}' }], usage }),
  Google: (usage: unknown) =>
    googleDialect.read({ candidates: [{ content: { parts: [{ text: '{}' }] } }], usageMetadata: usage }),
};

describe.each(Object.entries(replies))('a judgment by %s', (_, read) => {
  it.each([[undefined], [null], [{}], [{ prompt_tokens: 5, input_tokens: 5, promptTokenCount: 5 }]])(
    'a judgment with the usage %j has unknown tokens and cost',
    (usage) => {
      const answer = read(usage);
      expect(answer.usage).toBeNull();
      const spent: Record<string, JudgmentSpend> = {};
      addSpent(spent, 'judge', { usage: answer.usage, costUsd: null });
      addSpent(spent, 'judge', {
        usage: { inputTokens: 9, outputTokens: 1, cachedInputTokens: 0 },
        costUsd: 0.5,
      });
      expect(spent.judge).toMatchObject({ calls: 2, inputTokens: null, outputTokens: null, costUsd: null });
    },
  );
});
