import { expect, it } from 'vitest';
import { RunIds, runId } from './run-ids.ts';

it('the copied run whose path sorts first keeps the id, in any order', () => {
  const ids = new RunIds();
  expect(ids.take('b/run', 'own')).toMatchObject({ id: 'own', moved: null });
  const second = ids.take('a/run', 'own');
  expect(second).toMatchObject({ id: 'own', moved: { path: 'b/run' } });
  const other = new RunIds();
  other.take('a/run', 'own');
  expect(other.take('b/run', 'own')).toMatchObject({ id: second.moved?.id, moved: null });
  expect(ids.take('b/run', 'own').id).toBe(second.moved?.id);
});

it('the id of a rerun or deleted run is freed', () => {
  const ids = new RunIds();
  ids.take('run', 'old');
  expect(ids.take('run', 'new')).toMatchObject({ id: 'new', freed: ['old'] });
  expect(ids.remove('run')).toEqual(['new']);
  expect(ids.remove('run')).toEqual([]);
  expect(ids.take('elsewhere', 'new')).toMatchObject({ id: 'new', moved: null });
});

it('a run’s id depends on the run and its start, not on the parent folder', () => {
  const path = 'pyautogui/som/acme/os/___tidy';
  expect(runId(`/a/${path}`, '2026-11-23')).toBe(runId(`/b/c/${path}`, '2026-11-23'));
  expect(runId(`/a/${path}`, '2026-11-23')).not.toBe(runId(`/a/${path}`, '2026-11-24'));
  expect(runId(`/a/repeat-2/${path}`, null)).not.toBe(runId(`/a/${path}`, null));
});
