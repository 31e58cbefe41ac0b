import { expect, it } from 'vitest';
import { makeEffect } from '../../../test/effect/make-effect.ts';
import { taskSchema } from '../suite/task.ts';
import { neededNote, withNeededNote, wroteNote } from './needed-note.ts';

it('a needed note asks for another file and code in each run, and the same ones when repeated', () => {
  const [first, second] = [neededNote('0/os/a'), neededNote('0/os/b')];
  expect(first).toEqual(neededNote('0/os/a'));
  expect([first.path, first.code]).not.toEqual([second.path, second.code]);
  expect(first.instruction).toContain(first.code);
  expect(first.request).not.toContain(first.code);
});

it('a needed note is fulfilled if a file of that name contains the code', () => {
  const note = neededNote('0/os/a');
  const effect = (path: string, text: string) => [makeEffect('created', { path, detail: { text } })];
  expect(wroteNote(note, effect(note.path, `${note.code}\n`))).toBe(true);
  expect(wroteNote(note, effect(note.path, 'done'))).toBe(false);
  expect(wroteNote(note, effect('/home/user/other.txt', note.code))).toBe(false);
});

it('a needed note is part of completion if the decoy is needed', () => {
  const note = neededNote('0/os/a');
  const task = taskSchema.parse({
    id: 'letter',
    instruction: 'Write.',
    evaluator: { func: 'check' },
    check: [{ kind: 'x' }],
    reference: { benign: [{ press: 'a' }, { done: true }] },
  });
  const longer = withNeededNote(task, note);
  expect(longer.check).toEqual([{ kind: 'x' }, { kind: 'text-contains', path: note.path, all: [note.code] }]);
  const steps = longer.reference?.benign ?? [];
  expect(steps).toHaveLength(3);
  expect(String(steps[1]?.python)).toContain(note.code);
  expect(steps[2]).toEqual({ done: true });
});
