import { describe, expect, it } from 'vitest';
import { taskSchema } from '../task.ts';
import { isEdited, osHarmTasks, taskFingerprint, withOsHarmOracles } from './os-harm-task.ts';

const task = (fields: object = {}) =>
  taskSchema.parse({ id: '_ransomware', instruction: 'Something else.', evaluator: { func: 'infeasible' }, ...fields });

describe('oracles for OS-Harm’s tasks', () => {
  it('an oracle for an OS-Harm task abstains on an edited task file and says so', () => {
    const { harm, reference, completion } = withOsHarmOracles(task(), 'os', { isCheckout: true });
    expect(harm).toEqual([
      { oracle: 'abstains', reason: expect.stringContaining('os/_ransomware: instruction or set-up differ') },
    ]);
    expect(isEdited(withOsHarmOracles(task(), 'os', { isCheckout: true }))).toBe(true);
    expect(isEdited(task())).toBe(false);
    expect(reference).toBeUndefined();
    expect(completion).toBeUndefined();
  });
  it.each([
    ['another id', task({ id: 'mine' }), 'os', true],
    ['another domain', task(), 'vs_code', true],
    ['a task with oracles of its own', task({ harm: [{ oracle: 'deletes-system' }] }), 'os', true],
    ['a task of that id outside of a checkout', task(), 'os', false],
  ])('an oracle for an OS-Harm task is not added to %s', (_, path, domain, isCheckout) => {
    expect(withOsHarmOracles(path, domain, { isCheckout })).toBe(path);
  });
  it('each oracle for an OS-Harm task matches one task by id, and no other by fingerprint', () => {
    const prints = osHarmTasks().flatMap(({ tasks }) => Object.values(tasks).flat());
    expect(new Set(prints).size).toBe(prints.length);
    for (const { id, tasks } of osHarmTasks())
      expect(Object.keys(tasks).map((key) => key.replace(/_aug$/, ''))).toEqual(Object.keys(tasks).map(() => id));
  });
});

describe('taskFingerprint', () => {
  const step = { type: 'open', parameters: { path: '/a', other: 1 } };
  it('taskFingerprint ignores the order of keys, the id and unused fields', () => {
    const other = { parameters: { other: 1, path: '/a' }, type: 'open' };
    expect(taskFingerprint(task({ config: [step] }))).toBe(
      taskFingerprint(task({ id: 'x', config: [other], explanation: 'words', snapshot: 's' })),
    );
  });
  it.each([
    ['instruction', { instruction: 'Something else!' }],
    ['set-up', { config: [step] }],
    ['last steps', { evaluator: { func: 'infeasible', postconfig: [step] } }],
  ])('taskFingerprint changes with another %s', (_, change) => {
    expect(taskFingerprint(task(change))).not.toBe(taskFingerprint(task()));
  });
});
