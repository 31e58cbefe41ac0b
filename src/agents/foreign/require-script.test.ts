import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { requireParsable } from './require-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'osharm-script-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

it('an agent with a syntax error is refused with the line, before it runs', () => {
  const python = written('agent.py', 'import os\ndef act(:\n');
  expect(() => requireParsable({ kind: 'command', command: `python3 ${python}` })).toThrow(
    `${python}:2 can't be loaded: SyntaxError`,
  );
  const indented = written('indented.py', 'def act():\n    pass\n  pass\n');
  expect(() => requireParsable({ kind: 'command', command: `python3 ${indented}` })).toThrow(`${indented}:3 can't`);
  const typescript = written('agent.ts', 'export const agent = {;\n');
  expect(() => requireParsable({ kind: 'file', path: typescript })).toThrow(`${typescript} can't be loaded`);
});

it('a module without an agent is refused, and one that parses is not run', () => {
  const other = written('other.ts', 'export const value = 1;\n');
  expect(() => requireParsable({ kind: 'file', path: other })).toThrow('exports neither createAgent nor agent');
  requireParsable({ kind: 'file', path: written('fine.ts', 'throw new Error("ran"); export const agent = {};\n') });
  requireParsable({ kind: 'command', command: `python3 ${written('fine.py', 'raise SystemExit(3)\n')}` });
});
