import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environmentWithFile } from './env-file.ts';

it('adds what a file says to the environment, and passes over a folder of its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'));
  const file = join(folder, '.env');
  const set = { OPENAI_API_KEY: 'set' };
  try {
    expect(environmentWithFile(file, set)).toEqual(set);
    mkdirSync(file);
    expect(environmentWithFile(file, set)).toEqual(set);
    rmSync(file, { recursive: true });
    writeFileSync(file, 'OPENAI_API_KEY=file\nGROQ_API_KEY=file\n');
    expect(environmentWithFile(file, set)).toEqual({ OPENAI_API_KEY: 'set', GROQ_API_KEY: 'file' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
