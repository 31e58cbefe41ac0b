import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { agentHash, programHash } from './agent-files.ts';

const folder = temporaryFolder('agent-files');
afterAll(() => folder.remove());
const write = (name: string, text: string): string => {
  const path = join(folder.path, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
};

describe('the hash of a foreign agent’s program', () => {
  it('the hash of an agent file without local imports is the file’s hash', () => {
    const file = write('alone.ts', "import fs from 'node:fs';\nexport const agent = {};\n");
    expect(programHash(file)).toBe(
      createHash('sha256').update("import fs from 'node:fs';\nexport const agent = {};\n").digest('hex'),
    );
  });

  it.each([
    [
      'ts',
      "import { a } from './lib/a.ts';\nexport { a };",
      'lib/a.ts',
      "export const a = 1;\nimport '../b.ts';",
      'b.ts',
      '// b',
    ],
    ['js', "const a = require('./lib/c');", 'lib/c.js', "module.exports = import('../d.js');", 'd.js', '// d'],
    ['py', 'import sys, parts.one as one\n', 'parts/one.py', 'from .two import x\n', 'parts/two.py', 'x = 1\n'],
    ['py', 'from helper import (act,\n  look)\n', 'helper/__init__.py', 'from . import deep\n', 'helper/deep.py', '\n'],
  ])(
    'the hash of an agent file changes with what it imports, at any depth (%s)',
    (ending, entry, near, nearText, far, farText) => {
      const file = write(`entry-${near.replaceAll(/\W/g, '')}.${ending}`, entry);
      write(near, nearText);
      write(far, farText);
      const before = programHash(file);
      expect(programHash(file)).toBe(before);
      write('unrelated.py', String(Math.random()));
      expect(programHash(file)).toBe(before);
      write(far, `${farText}# edited\n`);
      expect(programHash(file)).not.toBe(before);
    },
  );

  it('the hash of an agent command covers the files that it names, and is unknown without any', () => {
    const file = write('agent.py', 'print(1)\n');
    const source = { kind: 'command', command: `python3 -u "${file}" --fast` } as const;
    const before = agentHash(source);
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    write('agent.py', 'print(2)\n');
    expect(agentHash(source)).not.toBe(before);
    expect(agentHash({ kind: 'command', command: 'my-agent --fast' })).toBeNull();
    expect(agentHash({ kind: 'http', url: 'http://127.0.0.1:1' })).toBeNull();
  });
});
