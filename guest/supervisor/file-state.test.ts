import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { statOf } from './file-state.ts';
import { walk } from './tree-walk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'osharm-state-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a folder that turns into something else while it is walked costs nothing but itself', () => {
  for (const name of ['a', 'b']) {
    mkdirSync(join(folder, name));
    for (const file of ['1', '2']) writeFileSync(join(folder, name, file), '');
  }
  const seen: string[] = [];
  walk(folder, '', (here, path) => {
    const stat = statOf(here);
    seen.push(`${path}${stat === null ? ' gone' : ''}`);
    // As an agent that deletes everything does: the folder goes, and a mark that is no folder takes its name.
    if (path === '/b/1') {
      rmSync(join(folder, 'b'), { recursive: true });
      writeFileSync(join(folder, 'b'), '');
    }
    return stat?.isDirectory() === true;
  });
  expect(seen.toSorted()).toEqual(['/a', '/a/1', '/a/2', '/b', '/b/1', '/b/2 gone']);
});
