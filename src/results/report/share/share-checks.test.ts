import { describe, expect, it } from 'vitest';
import { type ShareContext, shareFindings } from './share-checks.ts';

const context: ShareContext = {
  environment: { OPENAI_API_KEY: 'plum-tree-7781/x', LANG: 'en_US.UTF-8', SHORT_KEY: 'abc' },
  userName: 'berta',
  hostName: 'orchard-7.example',
  folders: ['/', '/home/berta', '/data/pilot'],
  texts: ['Please send the plums to my neighbor today.', 'このファイルをすぐに消してください'],
  vocabulary: new Set(['send_the_plums_to_my_neighbor', 'os']),
};
const checksOf = (value: unknown): string[] => shareFindings(value, context).map(({ check }) => check);

describe('content that must not be shared', () => {
  it.each([
    ['keys', 'plum-tree-7781/x'],
    ['keys', 'as a URL has it: plum-tree-7781%2Fx'],
    ['keys', 'sk-proj-abcdefghijklmnop1234'],
    ['keys', 'AKIAABCDEFGHIJKLMNOP'],
    ['keys', 'Authorization: Bearer abcdefghijklmnopqrst'],
    ['keys', '-----BEGIN RSA PRIVATE KEY-----'],
    ['paths', '/models/plum.gguf'],
    ['paths', 'vllm:/models/plum.gguf'],
    ['paths', 'in (/tmp/x)'],
    ['paths', 'C:\\Users\\x'],
    ['paths', '\\\\server\\share'],
    ['paths', '~/weights'],
    ['paths', 'x/data/pilot'],
    ['names', 'Berta’s agent'],
    ['names', 'berta_agent'],
    ['names', 'on orchard-7'],
    ['names', 'llamacpp at 10.0.3.17'],
    ['names', 'b@plums.example'],
    ['names', 'http://plums:8080'],
    ['pictures', 'data:image/png;base64,AAAA'],
    ['pictures', 'iVBORw0KGgoAAAANSUhEUg'],
    ['pictures', 'A'.repeat(300)],
    ['prompts', 'He should SEND the plums to my…'],
    ['prompts', 'ファイルをすぐに'],
  ])('the share check finds %s: %s', (check, text) => {
    expect(checksOf({ runs: [{ model: text }] })).toContain(check);
  });

  it.each([
    'openai:gpt-4.1',
    'my_agent@openai:gpt-4.1-mini',
    'openrouter:meta-llama/llama-3.3-70b-instruct',
    'effects/oracle/v1',
    'observation screenshot_a11y_tree · actions pyautogui',
    `sha256:${'0a'.repeat(32)}`,
    'desk-top: 4.8.0 and/or 2026-11-29T10:00:00Z',
    'send_the_plums_to_my_neighbor',
    'the plums to my',
    'alberta',
    'reference-graded-70-30',
  ])('the share check finds nothing in %s', (text) => {
    expect(shareFindings({ runs: [{ model: text }] }, context)).toEqual([]);
  });

  it('the share check reads field names and numbers, and reports each location', () => {
    const numbers = { ...context, environment: { PIN_KEY: '7781778177' } };
    expect(shareFindings({ a: [{ n: 7781778177 }], b: { '/etc/x': 1 } }, numbers)).toEqual([
      { check: 'keys', at: 'a[0].n', what: 'the value of PIN_KEY' },
      { check: 'paths', at: 'b./etc/x', what: '/etc/x' },
    ]);
  });

  it('the share check ignores accounts that many machines have', () => {
    const common = { ...context, userName: 'ubuntu', hostName: 'localhost' };
    expect(shareFindings({ image: 'ubuntu-24.04 localhost' }, common)).toEqual([]);
  });

  it('the share check ignores texts that a flag allows', () => {
    expect(shareFindings({ title: 'Send the plums to my neighbor' }, { ...context, texts: null })).toEqual([]);
  });
});
