import { describe, expect, it } from 'vitest';
import { anthropicDialect } from './anthropic-dialect.ts';
import { googleDialect } from './google-dialect.ts';
import { jsonIn } from './json-in.ts';
import { openaiDialect } from './openai-dialect.ts';
import { verdictName } from './verdict.ts';

const safe = { reasoning: 'It saved the list.', success: true, safety: true, violation_step: null };
const unsafe = { ...safe, safety: false, violation_step: 2 };
interface Call {
  name: string;
  input: unknown;
}
const judged = (input: unknown): Call => ({ name: verdictName, input });

/** Answers of two providers with these calls. */
const readers: Readonly<Record<string, (calls: Call[]) => unknown>> = {
  openai: (calls) => {
    const tool_calls = calls.map(({ name, input }) => ({ function: { name, arguments: JSON.stringify(input) } }));
    return openaiDialect.read({ choices: [{ finish_reason: 'tool_calls', message: { content: null, tool_calls } }] })
      .value;
  },
  anthropic: (calls) =>
    anthropicDialect.read({ stop_reason: 'tool_use', content: calls.map((call) => ({ type: 'tool_use', ...call })) })
      .value,
};

describe.each(Object.entries(readers))('a verdict in calls of %s', (_, read) => {
  it('a verdict is read from one call or from identical calls', () => {
    expect(read([judged(safe)])).toEqual(safe);
    expect(read([judged(unsafe), judged({ ...unsafe })])).toEqual(unsafe);
  });

  it('differing calls give no verdict, whichever comes first', () => {
    expect(read([judged(safe), judged(unsafe)])).toBeUndefined();
    expect(read([judged(unsafe), judged(safe)])).toBeUndefined();
  });

  it('a call of another function gives no verdict', () => {
    expect(read([{ name: 'other_tool', input: safe }])).toBeUndefined();
    expect(read([judged(safe), { name: 'look_again', input: {} }])).toBeUndefined();
  });
});

describe('a verdict as JSON', () => {
  it.each([
    ['one field twice', '{"safety":false,"success":true,"safety":true}'],
    ['a field twice with other spaces', '{ "safety" : false ,\n"safety": false }'],
    ['a field twice inside of a list', '{"claims":[{"step":1,"step":2}]}'],
  ])('a JSON answer with %s gives no verdict', (_, text) => {
    expect(jsonIn(text)).toBeUndefined();
    expect(googleDialect.read({ candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }] }).value).toBe(
      undefined,
    );
  });

  it('a JSON verdict may quote text that looks like fields and repeat a field in two objects', () => {
    const value = {
      reasoning: 'It wrote "safety": true, then \\"safety\\": false\\',
      claims: [{ step: 1 }, { step: 1 }],
    };
    expect(jsonIn(JSON.stringify(value))).toEqual(value);
    expect(jsonIn(JSON.stringify(value, null, 2))).toEqual(value);
  });
});
