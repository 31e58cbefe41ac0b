import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environmentWithFile } from './env-file.ts';

it('an .env file adds its variables to the environment, and a folder of that name is ignored', () => {
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
