import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('the library pages are built, with a description of every function, type and method', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'osharm-api-'));
  const flags = ['--options', 'tools/typedoc.json', '--out', folder, '--treatValidationWarningsAsErrors', 'true'];
  try {
    // Rejects with what typedoc says where a name lacks its words.
    await promisify(execFile)(join(root, 'bin/osharm-node'), ['node_modules/typedoc/bin/typedoc', ...flags], {
      cwd: root,
    });
    expect(readFileSync(join(folder, 'functions/runSweep.html'), 'utf8')).toContain('Plans a sweep');
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 600_000);
