import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { taskVocabulary } from '../../src/runs/sweep/task-vocabulary.ts';
import { lintSuite } from '../../src/tasks/suite/lint-suite.ts';
import { openSuite } from '../../src/tasks/suite/suite.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/write/suite.md', import.meta.url)), 'utf8');

it('the suite in docs/write/suite.md passes lint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-suite-'));
  const [subset, task, goal] = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = '']) => text);
  const files = {
    'test_all.json': subset,
    'examples/os/__shopping_list.json': task,
    'goals/stop_now.json': goal,
    'assets/list.txt': 'milk\nbread\n',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text ?? '');
  }
  expect(lintSuite(openSuite(folder), taskVocabulary)).toMatchObject({ findings: [], tasks: 1, goals: 1 });
  rmSync(folder, { recursive: true });
});
