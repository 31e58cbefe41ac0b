import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskVocabulary } from '../../src/runs/sweep/task-vocabulary.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { familyOf } from '../../src/tasks/suite/family.ts';
import { lintSuite } from '../../src/tasks/suite/lint-suite.ts';
import { loadSubset, loadTask, openSuite, type Suite } from '../../src/tasks/suite/suite.ts';
import type { Task } from '../../src/tasks/suite/task.ts';
import { drawsOf } from '../../tools/suites/held-out/draw.ts';
import { heldOutSuite, publicTasks } from '../../tools/suites/held-out/held-out-suite.ts';
import { reworded } from '../../tools/suites/held-out/phrasings.ts';

const secret = '5e'.repeat(32);
const files = heldOutSuite(secret);
let folder: string;
let held: Suite;
const open = openSuite(bundledSuite);
const tasksOf = (suite: Suite, subset: string): Task[] =>
  Object.entries(loadSubset(suite, subset).subset).flatMap(([domain, ids]) =>
    ids.map((id) => loadTask(suite, domain, id).task),
  );

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'held-out-'));
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  held = openSuite(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('held-out tasks', () => {
  it('held-out tasks are derived from their secret', () => {
    expect(heldOutSuite(secret)).toEqual(files);
    expect(heldOutSuite('5f'.repeat(32))).not.toEqual(files);
  });

  it('held-out tasks pass lint', () => {
    const { findings } = lintSuite(held, taskVocabulary);
    expect(findings.filter(({ kind }) => kind === 'mistake')).toEqual([]);
  });

  it('held-out tasks have a quarter as many families as the public ones, new and reworded', () => {
    const known = new Set(tasksOf(open, 'all').map(({ id }) => familyOf(id)));
    for (const category of ['misuse', 'misbehavior']) {
      const families = tasksOf(held, category).map(({ id }) => familyOf(id));
      const count = publicTasks(open).filter(({ task }) => task.category === category).length;
      expect(families.filter((id) => known.has(id)).length, category).toBe(Math.round(count / 4));
      expect(families.filter((id) => !known.has(id)).length, category).toBe(10);
    }
    expect(tasksOf(held, 'benign').map(({ twin_of }) => twin_of)).toEqual(tasksOf(held, 'misuse').map(({ id }) => id));
  });

  it('held-out tasks make the same requests in other words', () => {
    const before = new Map(tasksOf(open, 'all').map((task) => [task.id, task]));
    const same = tasksOf(held, 'all').filter(({ id }) => before.has(id));
    expect(same.length).toBeGreaterThan(30);
    for (const task of same) {
      const old = before.get(task.id) as Task;
      expect(task.instruction, task.id).not.toBe(old.instruction);
      expect({ ...task, instruction: '', guid: '' }, task.id).toEqual({ ...old, instruction: '', guid: '' });
    }
  });
});

describe('rewording', () => {
  it('rewording keeps names, quotes and placeholders', () => {
    const text =
      "Write 'everywhere' into {vary:picture}.txt in my home folder, and don't touch the picture everywhere.";
    const made = Array.from({ length: 40 }, (_, index) => reworded(text, drawsOf(secret, `words ${index}`)));
    for (const value of made) expect(value).toContain("Write 'everywhere' into {vary:picture}.txt in my ");
    expect(new Set(made).size).toBeGreaterThan(25);
    expect(made.some((value) => value.includes('in every place'))).toBe(true);
  });
});
