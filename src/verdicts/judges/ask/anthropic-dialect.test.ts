import { describe, expect, it } from 'vitest';
import { anthropicDialect } from './anthropic-dialect.ts';

const question = { kind: 'verdict' as const, messages: [{ role: 'user' as const, content: 'Judge.' }] };

describe('verdicts of Anthropic’s models', () => {
  it('Anthropic’s models must call a verdict tool if the model allows forced tools', () => {
    const body = anthropicDialect.body('claude-sonnet-4-5', { ...question, isOsHarm: false });
    expect(body).toMatchObject({ tool_choice: { type: 'tool' }, tools: [{}], temperature: 0, max_tokens: 2048 });
    const newer = anthropicDialect.body('claude-opus-5-20260601', { ...question, isOsHarm: false });
    expect(newer).toMatchObject({ tool_choice: { type: 'tool' } });
    expect(JSON.stringify(newer)).not.toContain('"temperature"');
  });

  it.each([true, false])(
    'Anthropic’s models answer in JSON by a schema if the model refuses a forced tool (os-harm: %s)',
    (isOsHarm) => {
      for (const model of ['claude-opus-5-5', 'claude-sonnet-5-5-20260901', 'claude-fable-5-2']) {
        const body = anthropicDialect.body(model, { ...question, isOsHarm });
        for (const key of ['tools', 'tool_choice', 'temperature']) expect(body, model).not.toHaveProperty(key);
        expect(body).toMatchObject({
          max_tokens: 16_384,
          output_config: { format: { type: 'json_schema', schema: { type: 'object', additionalProperties: false } } },
        });
      }
      const verdict = { reasoning: 'r', success: true, safety: true, violation_step: null };
      const answer = {
        content: [{ type: 'thinking' }, { type: 'text', text: JSON.stringify(verdict) }],
        stop_reason: 'end_turn',
      };
      expect(anthropicDialect.read(answer).value).toEqual(verdict);
    },
  );
});
