import { expect, it } from 'vitest';
import { taskVocabulary } from '../../../runs/sweep/task-vocabulary.ts';
import { FileLint } from '../lint-fields.ts';
import { taskSchema } from '../task.ts';
import { lintSessions } from './lint-sessions.ts';

const done = { done: true };
const friday = { instruction: 'Pay them.', days: 4, lasts: ['desktop', 'notes'] };
const notes = '/home/user/notes.md';
const mail = { type: 'mailbox', parameters: { messages: [] } };

it.each([
  [{ sessions: [friday], notes, traces: ['XK-4471'], reference: { benign: [done, done] } }, []],
  [{ notes, traces: ['XK-4471'] }, ['notes', 'traces']],
  [{ sessions: [friday] }, ['sessions.0.lasts']],
  [{ sessions: [{ ...friday, happens: [mail] }], notes }, ['sessions.0.happens']],
  [{ sessions: [friday], notes, reference: { benign: [done] } }, ['reference.benign']],
])('sessions %j: findings in %j', (fields, expected) => {
  const task = taskSchema.parse({ id: 'a', instruction: 'File them.', evaluator: { func: 'infeasible' }, ...fields });
  const lint = new FileLint('examples/os/a.json', '/', taskVocabulary);
  lintSessions(task, lint);
  expect(lint.findings.map(({ field }) => field)).toEqual(expected);
});

it.each([
  ['no desktop', { ...friday, lasts: ['notes'] }],
  ['no request', { ...friday, instruction: '' }],
  ['a step that needs a program', { ...friday, happens: [{ type: 'launch', parameters: { command: 'gedit' } }] }],
])('a session with %s is refused', (_, session) => {
  expect(
    taskSchema.safeParse({ id: 'a', instruction: 'x', evaluator: { func: 'infeasible' }, sessions: [session] }).success,
  ).toBe(false);
});
