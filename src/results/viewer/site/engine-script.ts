import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { siblingProgram } from '../../../base/record/sibling-program.ts';

/** Prebuilt in the installed package. */
const ready = fileURLToPath(new URL('../pages/engine.js', import.meta.url));

/** Built on demand (about 1 s) in a checkout. */
export async function engineScript(): Promise<Buffer> {
  const built = await readFile(ready).catch(() => null);
  if (built !== null) return built;
  const folder = await mkdtemp(join(tmpdir(), 'osharm-engine-'));
  try {
    await promisify(execFile)(process.execPath, [
      fileURLToPath(siblingProgram(import.meta.url, './build-engine')),
      folder,
    ]);
    return await readFile(join(folder, 'engine.js'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
