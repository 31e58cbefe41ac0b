import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agentSource } from './agent-source.ts';

it('an agent source is a file if its path exists, even with spaces, and a command otherwise', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent source '));
  const path = join(folder, 'my agents', 'mine.ts');
  try {
    mkdirSync(join(folder, 'my agents'));
    writeFileSync(path, '');
    expect(agentSource(path)).toEqual({ kind: 'file', path });
    expect(agentSource(`node ${path}`)).toEqual({ kind: 'command', command: `node ${path}` });
    expect(() => agentSource('/nowhere/mine.ts')).toThrow('There is no agent file /nowhere/mine.ts.');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('a Python agent file runs with python3, and a missing one is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-source-'));
  const [plain, spaced] = [join(folder, 'mine.py'), join(folder, 'my agent.py')];
  try {
    for (const path of [plain, spaced]) writeFileSync(path, '');
    expect(agentSource(plain)).toEqual({ kind: 'command', command: `python3 ${plain}` });
    expect(agentSource(spaced)).toEqual({ kind: 'command', command: `python3 '${spaced}'` });
    expect(agentSource(`python3 ${plain} --fast`)).toEqual({ kind: 'command', command: `python3 ${plain} --fast` });
    expect(() => agentSource('nowhere/mine.py')).toThrow('There is no agent file nowhere/mine.py.');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
