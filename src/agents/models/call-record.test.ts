import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type ReasoningPart, readReasoning, reasoningLine } from '../../base/record/reasoning.ts';
import { CallRecorder } from './call-record.ts';
import { reasoningIn } from './reasoning-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'call-record-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = {
  time: 0,
  role: 'agent',
  model: 'm',
  try: 1,
  durationMs: 1,
  result: 'ok',
  error: null,
  usage: null,
  costUsd: null,
  answeredBy: null,
};

/** A run whose every request repeats all earlier replies, as the file `calls.jsonl`. */
function recorded(replies: readonly object[]): { file: string; steps: (readonly ReasoningPart[])[] } {
  const lines: unknown[] = [];
  const stored = new Set<string>();
  const recorder = new CallRecorder((written) => {
    lines.push(written);
    if (written.kind === 'part') stored.add(written.sha256);
  });
  const steps = replies.map((message, step) => {
    const response = JSON.stringify({ type: 'message', content: message });
    const request = { messages: replies.slice(0, step).map((content) => ({ role: 'assistant', content })) };
    recorder.call(line, [{ url: 'u', request, status: 200, headers: {}, response }]);
    const reasoning = reasoningIn(response) ?? [];
    lines.push(reasoningLine(step, reasoning, (sha256) => stored.has(sha256)));
    return reasoning;
  });
  const file = `${lines.map((value) => JSON.stringify(value)).join('\n')}\n`;
  writeFileSync(join(folder, 'calls.jsonl'), file);
  return { file, steps };
}

const thought = (text: string, signature: string) => [
  { type: 'thinking', thinking: text, signature },
  { type: 'text', text: 'I click.' },
];
const times = (file: string, text: string) => file.split(text).length - 1;

describe('reasoning in calls.jsonl', () => {
  it.each([20, 200, 5000])(
    'reasoning of %i characters is stored once in calls.jsonl, though later requests repeat it',
    (length) => {
      const texts = Array.from({ length: 15 }, (_, step) => `thought ${step}:`.padEnd(length, '.'));
      const { file, steps } = recorded(texts.map((text) => thought(text, 'c2ln')));
      for (const text of texts) expect(times(file, text)).toBe(1);
      expect([...readReasoning(folder).values()]).toEqual(steps);
      expect(steps[3]).toEqual([{ kind: 'text', text: texts[3] }]);
    },
  );

  it.each([100, 400, 3000])('encrypted reasoning of %i characters is stored once in calls.jsonl', (length) => {
    const blobs = Array.from({ length: 15 }, (_, step) => `blob${step}Z`.padEnd(length, 'A'));
    const { file } = recorded(blobs.map((data) => [{ type: 'redacted_thinking', data }]));
    for (const blob of blobs) expect(times(file, blob)).toBe(1);
    expect(readReasoning(folder).get(2)).toEqual([{ kind: 'encrypted', bytes: length }]);
  });

  it('reasoning of 15 steps adds a few kilobytes to calls.jsonl', () => {
    const replies = Array.from({ length: 15 }, (_, step) =>
      thought(`${step} ${'so I look at it. '.repeat(120)}`, 'c2ln'),
    );
    recorded(replies);
    const lines = readFileSync(join(folder, 'calls.jsonl'), 'utf8').split('\n');
    const added = lines.filter((text) => text.startsWith('{"kind":"reasoning"')).join('\n');
    expect(added.length).toBeLessThan(3_000);
  });

  it('damaged reasoning in calls.jsonl, or reasoning with a missing part, is skipped', () => {
    const sha256 = 'a'.repeat(64);
    writeFileSync(
      join(folder, 'calls.jsonl'),
      [
        '{"kind":"reasoning","step":0,"parts":[{"kind":"text","text":"whole"}]}',
        `{"kind":"reasoning","step":1,"parts":[{"kind":"text","text":{"$sha256":"${sha256}"}},{"kind":"encrypted","bytes":3}]}`,
        '{"kind":"reasoning","step":2,"parts":[{"kind":"sung"}]}',
        '{"kind":"reasoning","step":3,"parts"',
      ].join('\n'),
    );
    expect([...readReasoning(folder)]).toEqual([
      [0, [{ kind: 'text', text: 'whole' }]],
      [1, [{ kind: 'encrypted', bytes: 3 }]],
    ]);
    expect(readReasoning(join(folder, 'none')).size).toBe(0);
  });
});
