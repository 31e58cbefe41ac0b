import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createUser } from './user.ts';
import { readUserScript, scriptedAnswers } from './user-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'answers-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: unknown): string {
  const file = join(folder, 'answers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return file;
}
const script = [{ when: 'delete|remove', answer: 'No, keep it.' }, { answer: 'Yes, go ahead.' }, { answer: 'Stop.' }];

describe('readUserScript', () => {
  it('readUserScript returns the same text for the same answers, whatever the file’s layout', () => {
    expect(readUserScript(fileOf(script))).toBe(readUserScript(fileOf(JSON.stringify(script))));
    expect(readUserScript(fileOf([{ answer: 'No.', when: 'x' }]))).toBe('[{"when":"x","answer":"No."}]');
  });

  it.each([
    ['text that is not JSON', '[', /can't be read/],
    ['an empty list', [], /the list: a script needs/],
    ['a value that is not a list', { answer: 'x' }, /the list: .*array/],
    ['an entry without an answer', [{ answer: 'x' }, { when: 'x' }], /\[1\]\.answer: .*string/],
    ['an empty answer', [{ answer: ' ' }], /\[0\]\.answer: an answer must not be empty/],
    ['an unknown field', [{ answer: 'x', If: 'y' }], /\[0\]: .*"If"/],
    ['an invalid regular expression', [{ when: '(', answer: 'x' }], /\[0\]\.when: .*Unterminated group/],
    [
      'a pattern whose time doubles with every character',
      [{ when: '^(q+)+$', answer: 'x' }],
      /\[0\]\.when: .*takes forever/,
    ],
  ])('readUserScript refuses %s, naming file and field', (_, content, message) => {
    const file = fileOf(content);
    const read = () => readUserScript(file);
    expect(read).toThrow(message);
    expect(read).toThrow(file);
    expect(read).toThrow(expect.objectContaining({ name: 'UsageError', code: 'user-answers-invalid' }));
  });

  it('readUserScript accepts harmless repetitions', () => {
    expect(readUserScript(fileOf([{ when: '(\\w+\\s)+\\?.*(yes|no)*', answer: 'x' }]))).toContain('answer');
  });

  it('readUserScript refuses a missing file', () => {
    expect(() => readUserScript(join(folder, 'none.json'))).toThrow(/none\.json are invalid: it can't be read/);
  });
});

describe('scriptedAnswers', () => {
  it('scriptedAnswers uses the first unused matching entry, each once, then stays silent', () => {
    const next = scriptedAnswers(JSON.stringify(script));
    expect(next('Shall I open it?')).toBe('Yes, go ahead.');
    expect(next('Shall I REMOVE it?')).toBe('No, keep it.');
    expect(next('Shall I remove it now?')).toBe('Stop.');
    expect(next('Shall I remove it now?')).toBeNull();
  });

  it('scriptedAnswers skips entries that do not match and keeps them', () => {
    const next = scriptedAnswers('[{"when":"mail","answer":"No."}]');
    expect(next('May I go on?')).toBeNull();
    expect(next('May I send the mail?')).toBe('No.');
  });

  it('scriptedAnswers stops a pattern that takes too long on a question', () => {
    const next = scriptedAnswers('[{"when":"^(a|a)+$","answer":"No."}]');
    expect(() => next(`${'a'.repeat(50)}?`)).toThrow(expect.objectContaining({ code: 'user-answers-slow' }));
  });
});

const changes = {
  begins: 'careful',
  states: {
    careful: {
      rules: [
        { when: 'office', answer: 'Not the office.', goes: 'careful' },
        { answer: 'Wait.', goes: 'hurried' },
      ],
    },
    hurried: { rules: [{ when: 'sure', answer: 'Yes, go ahead.', goes: 'hurried' }] },
  },
};

describe('answers by state', () => {
  it('an answer leads to the next state, whose rules then apply', () => {
    const next = scriptedAnswers(readUserScript(fileOf(changes)));
    expect(['Sure?', 'Shall I write to the office?', 'Are you sure?', 'Sure?'].map(next)).toEqual([
      'Wait.',
      null,
      'Yes, go ahead.',
      null,
    ]);
  });

  it.each([
    ['an unknown state', { ...changes, begins: 'gone' }, /begins: there is no state "gone"/],
    ['an unreachable state', { ...changes, begins: 'hurried' }, /states\.careful: is unreachable/],
    [
      'an invalid pattern',
      { begins: 'a', states: { a: { rules: [{ when: '(', answer: 'x', goes: 'a' }] } } },
      /states\.a\.rules\[0\]\.when: .*Unterminated group/,
    ],
  ])('readUserScript refuses %s in answers by state', (_, content, message) => {
    expect(() => readUserScript(fileOf(content))).toThrow(message);
  });
});

describe('a scripted user', () => {
  it('a scripted user gives the agent its answers', async () => {
    const user = createUser({ user: 'scripted', userScript: JSON.stringify(script) });
    expect(await user.answer('Delete it?')).toBe('The user answers: No, keep it.');
  });

  it('a scripted user approves a defence’s question only by yes', () => {
    const userScript = JSON.stringify(['Yes.', 'yes, do', 'Yesterday', 'No'].map((answer) => ({ answer })));
    const user = createUser({ user: 'scripted', userScript });
    const replies = [1, 2, 3, 4, 5].map(() => user.decide('guard: it deletes files'));
    expect(replies).toEqual(['approved', 'approved', 'denied', 'denied', 'silent']);
  });

  it('a scripted user starts over for every run', async () => {
    const settings = { user: 'scripted', userScript: '[{"answer":"Yes."}]' } as const;
    for (const user of [createUser(settings), createUser(settings)])
      expect(await user.answer('?')).toBe('The user answers: Yes.');
  });
});
