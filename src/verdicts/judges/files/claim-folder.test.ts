import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { judgeAt, openaiAnswer, writeRun } from '../../../../test/judge/judge-world.ts';
import { startModelServer } from '../../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../../test/model/servers/openai-dialect.ts';
import { temporaryFolder } from '../../../../test/run/temporary-suite.ts';
import { ownIdentity } from '../../../base/record/lease/process-identity.ts';
import { findRuns } from '../../../base/record/read-run.ts';
import { judgeTree } from '../judge-tree.ts';
import { claimFolder } from './claim-folder.ts';

const folder = temporaryFolder('two-commands');
afterAll(() => folder.remove());

it('two concurrent judges of one tree pay for each run once, and both get every verdict', async () => {
  const server = await startModelServer(openaiDialect, ({ body }) => openaiAnswer(body));
  const tree = join(folder.path, 'tree');
  for (let n = 0; n < 30; n += 1) writeRun(join(tree, `${n}`), { instruction: 'Save.', steps: [{ response: 'x' }] });
  const both = await Promise.all(
    [1, 2].map(() => judgeTree(findRuns(tree), judgeAt(server.url, { type: 'a11y_tree' }), { concurrency: 5 })),
  );
  await server.close();
  expect(server.requests).toHaveLength(30);
  const states = both.map(({ results }) => results.map(({ state }) => state));
  expect(states.map((list) => list.length)).toEqual([30, 30]);
  expect(states.flat().filter((state) => state === 'judged')).toHaveLength(30);
  expect(states.flat().filter((state) => state === 'kept')).toHaveLength(30);
});

it('a claim lasts exactly as long as its process', () => {
  const claimed = join(folder.path, 'claimed');
  const release = claimFolder(claimed);
  expect(() => claimFolder(claimed)).toThrow(/Another command/);
  release();
  expect(readdirSync(claimed)).toEqual([]);
  const file = join(claimed, '.judging');
  // Of a process that is gone, of another machine, half written.
  writeFileSync(file, JSON.stringify({ ...ownIdentity(), start: '1' }));
  claimFolder(claimed)();
  writeFileSync(file, JSON.stringify({ ...ownIdentity(), boot: 'of another machine' }));
  expect(() => claimFolder(claimed)).toThrow(/Another command/);
  const before = (seconds: number) => utimesSync(file, Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
  before(4000);
  claimFolder(claimed)();
  writeFileSync(file, '{"host');
  expect(() => claimFolder(claimed)).toThrow(/Another command/);
  before(60);
  claimFolder(claimed)();
  expect(readdirSync(claimed)).toEqual([]);
});
