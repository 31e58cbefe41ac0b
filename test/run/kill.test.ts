import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killSweep } from '../soak/kill-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

it('survives kill -9 at random moments (test/soak/kill-run.ts does it 200 times)', async () => {
  const folder = temporaryFolder('kill');
  const results = join(folder.path, 'results');
  const foreign = join(results, 'pyautogui/a11y_tree/other/os/task-0');
  const ids = Array.from({ length: 8 }, (_, n) => `task-${n}`);
  writeSuite(join(folder.path, 'suite'), {
    'test_all.json': { os: ids },
    ...Object.fromEntries(ids.map((id) => [`examples/os/${id}.json`, plainTask(id)])),
  });
  mkdirSync(foreign, { recursive: true });
  writeFileSync(join(foreign, 'traj.jsonl'), '{"half');
  const root = new URL('../../', import.meta.url).pathname;
  const report = await killSweep({
    command: [
      join(root, 'bin/osharm-node'),
      join(root, 'test/soak/sweep-child.ts'),
      join(folder.path, 'suite'),
      results,
    ],
    results,
    foreign,
    runs: ids.length,
    kills: 5,
    longestMs: 3000,
  });
  expect(report).toMatchObject({ faults: [], complete: ids.length });
  folder.remove();
}, 120_000);
