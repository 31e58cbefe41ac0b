import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendJsonLine } from './append-json-line.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'append-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['a new file', null, '{"n":3}\n'],
  ['a whole file', '{"n":1}\n{"n":2}\n', '{"n":1}\n{"n":2}\n{"n":3}\n'],
  ['a file without its last newline', '{"n":1}\n{"n":2}', '{"n":1}\n{"n":2}\n{"n":3}\n'],
  ['a file whose last line is cut off', '{"n":1}\n{"n"', '{"n":1}\n{"n"\n{"n":3}\n'],
])('appendJsonLine adds one whole line to %s', (_, before, after) => {
  const path = join(folder, 'lines.jsonl');
  if (before !== null) writeFileSync(path, before);
  appendJsonLine(path, { n: 3 });
  expect(readFileSync(path, 'utf8')).toBe(after);
});
