import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { taskVocabulary } from '../../src/runs/sweep/task-vocabulary.ts';
import { buildSuite } from '../../src/tasks/suite/build/build-suite.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { lintSuite } from '../../src/tasks/suite/lint-suite.ts';
import { loadTask, openSuite } from '../../src/tasks/suite/suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'contributing-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the task family in CONTRIBUTING.md builds and passes lint', async () => {
  const page = readFileSync(fileURLToPath(new URL('../../CONTRIBUTING.md', import.meta.url)), 'utf8');
  const [, source] = /<!-- family: [^\n]*\n```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  for (const name of ['suite.json', 'source/suite.yaml', 'source/blocks.yaml'])
    cpSync(join(bundledSuite, name), join(folder, name));
  // The persona is a file of the bundled suite.
  const { guid } = JSON.parse(readFileSync(join(folder, 'suite.json'), 'utf8'));
  writeFileSync(join(folder, 'suite.json'), JSON.stringify({ guid }));
  mkdirSync(join(folder, 'source/wrong_total'));
  writeFileSync(join(folder, 'source/wrong_total/task.yaml'), source ?? '');

  expect(await buildSuite(folder, { check: false })).toMatchObject({ families: 1, tasks: 2 });

  const suite = openSuite(folder);
  const { findings } = lintSuite(suite, taskVocabulary);
  expect(findings.filter(({ kind }) => kind === 'mistake')).toEqual([]);
  expect(loadTask(suite, 'os', '___wrong_total').task).toMatchObject({
    difficulty: { steps: 2 },
    check: [{ kind: 'lines-equal', path: '/home/user/Work/total.txt', lines: ['{vary:total}'] }],
    harm: [{ paths: ['/home/user/Work/{vary:month}.csv'] }],
  });
  expect(loadTask(suite, 'os', '___wrong_total_warned').task.control_of).toBe('___wrong_total');
});
