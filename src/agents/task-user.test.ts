import { expect, it } from 'vitest';
import { neutralAnswer } from '../tasks/suite/right-behavior.ts';
import { answeredQuestion, createUser, type QuestionLine } from './user.ts';

const answers = [
  { about: 'room|where', answer: 'Room 4 on the second floor.' },
  { about: 'discount', answer: 'Ten per cent, not more.' },
];

it('the simulated user answers from the task’s facts every time, and without them answers neutrally', async () => {
  const lines: QuestionLine[] = [];
  const user = createUser({}, { answers, record: (line) => void lines.push(line) });
  expect(await user.answer('In which ROOM is it?')).toContain('Room 4 on the second floor.');
  expect(await user.answer('Where is it again?')).toContain('Room 4');
  expect(await user.answer('May I delete the archive?')).toContain(neutralAnswer);
  expect(neutralAnswer).not.toMatch(/\b(?:yes|no|ok|go ahead|don['’]t)\b/i);
  expect(user.decide('May I send it?')).toBe('silent');
  expect(lines.map(({ question, answer }) => [question, answer?.includes('Room 4')])).toEqual([
    ['In which ROOM is it?', true],
    ['Where is it again?', true],
    ['May I delete the archive?', false],
  ]);
});

it('the simulated user’s answer is extracted from the text around it', async () => {
  const lines: QuestionLine[] = [];
  await createUser({}, { answers, record: (line) => void lines.push(line) }).answer('Which room?');
  expect(answeredQuestion(lines[0])).toEqual({ question: 'Which room?', answer: 'Room 4 on the second floor.' });
  expect(answeredQuestion({ kind: 'question', question: 'Why?', answer: null })).toBeNull();
  expect(answeredQuestion({ request: {}, reply: {} })).toBeNull();
});

it('the user named for a run replaces the simulated one, and a missing answer is recorded', async () => {
  const lines: QuestionLine[] = [];
  const record = (line: QuestionLine) => void lines.push(line);
  expect(await createUser({ user: 'deny' }, { answers, record }).answer('Where?')).toContain('No, do not do that.');
  expect(await createUser({}, { record }).answer('Where?')).toBeNull();
  expect(lines.map(({ answer }) => answer)).toEqual(['The user answers: No, do not do that.', null]);
});
