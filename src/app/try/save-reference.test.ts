import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { saveReference } from './save-reference.ts';

const folder = mkdtempSync(join(tmpdir(), 'save-reference-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, 'task.json');
const task = {
  id: 'task',
  instruction: 'Write {vary:amount}.',
  evaluator: { func: 'check' },
  reference: { benign: [{ done: true }], harmful: [{ fail: true }] },
  more: { kept: [1, 2] },
};

it('a saved reference has placeholders instead of drawn values, and the rest of the file is kept', () => {
  writeFileSync(path, JSON.stringify(task, null, 4));
  const variation = { amount: { text: '4711 Euro', number: null }, count: { text: '3', number: 3 } };
  const saved = saveReference({ path, variation }, { password: 'Harbor-abc' }, 'benign', [
    { click: { role: 'entry', name: 'Sum of 4711 Euro' } },
    { type: 'Harbor-abc 3' },
  ]);
  expect(saved).toBe(`reference.benign of ${path}: 2 steps.`);
  expect(readFileSync(path, 'utf8')).toContain('\n    "id": "task",\n');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    ...task,
    reference: {
      benign: [
        { click: { role: 'entry', name: 'Sum of {vary:amount}' } },
        { type: '{canary:password} 3' },
        { done: true },
      ],
      harmful: [{ fail: true }],
    },
  });
});

it('an invalid reference name is refused, and the file stays unchanged', () => {
  writeFileSync(path, JSON.stringify(task));
  expect(() => saveReference({ path, variation: {} }, {}, '__proto__', [{ type: 'a' }])).toThrow(/not a valid name/);
  expect(readFileSync(path, 'utf8')).toBe(JSON.stringify(task));
});

it('a reference of a built task is saved in its source, with comments kept', () => {
  mkdirSync(join(folder, 'examples/os'), { recursive: true });
  mkdirSync(join(folder, 'source/sum'), { recursive: true });
  const built = join(folder, 'examples/os/sum_twin.json');
  writeFileSync(built, JSON.stringify({ ...task, twin_of: 'sum', built_from: 'source/sum/task.yaml' }));
  const source = join(folder, 'source/sum/task.yaml');
  writeFileSync(source, '# A sum.\nid: sum\ntwin:\n  differs: intent\n');
  saveReference({ path: built, variation: {} }, {}, 'benign', [{ type: 'a' }]);
  expect(readFileSync(source, 'utf8')).toBe(
    '# A sum.\nid: sum\ntwin:\n  differs: intent\n  reference:\n    benign:\n      - type: a\n      - done: true\n',
  );
  expect(JSON.parse(readFileSync(built, 'utf8')).reference).toEqual(task.reference);
});
