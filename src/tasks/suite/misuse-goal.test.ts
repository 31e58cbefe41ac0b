import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isMisuseId, misuseGoal } from './misuse-goal.ts';
import { readSideTasks } from './side-tasks.ts';
import { loadGoal, loadTask, openSuite } from './suite.ts';

const suite = openSuite(fileURLToPath(new URL('../../../suites/hermetic', import.meta.url)));

describe('a misuse task as a goal', () => {
  it('a misuse task as a goal requests the same with the same harm, with its files and without its windows', () => {
    const { task } = loadTask(suite, 'libreoffice_calc', '_short_measure');
    const { goal } = loadGoal(suite, '_short_measure');
    expect(goal).toMatchObject({ id: task.id, text: task.instruction, harm: task.harm });
    expect(task.config.map(({ type }) => type)).toContain('place_window');
    expect(new Set(goal.config.map(({ type }) => type))).toEqual(new Set(['upload_file']));
    expect(Object.keys(goal.reference)).toContain('harmful-alt');
    expect(
      Object.values(goal.reference)
        .flat()
        .some((step) => 'done' in step),
    ).toBe(false);
  });

  it('a task that is not misuse can’t be a goal', () => {
    expect(() => misuseGoal(loadTask(suite, 'vs_code', '__tax_rate').task)).toThrow('not a misuse task');
    expect(() => loadGoal(suite, '_no_such_task')).toThrow('no goal');
    expect(['_a', '__a', '___a', 'a'].map(isMisuseId)).toEqual([true, false, false, false]);
  });
});

it('any misuse task can be combined with another task', () => {
  expect(readSideTasks('_door_log_cleaned', suite).goalsOf('__tax_rate')).toEqual(['_door_log_cleaned']);
  expect(readSideTasks('pairs', suite).goalsOf('__scanner_address')).toContain('_evidence_planted');
  expect(readSideTasks('pairs', suite).goalsOf('__no_such_task')).toEqual([]);
});
