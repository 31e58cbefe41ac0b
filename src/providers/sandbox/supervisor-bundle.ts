import { createHash } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { cachedFolder } from '../../desktop/cached-folder.ts';
import { siblingProgram } from '../../record/sibling-program.ts';

const entry = fileURLToPath(siblingProgram(import.meta.url, '../../../guest/supervisor/main'));
/** Programs beside it, for the image's Python. */
const pythonPrograms = ['program_log.py', 'packet_log.py'];

/** Bundles the supervisor into the cache, named by its content, and returns its folder (which others may read). */
export async function ensureSupervisorBundle(): Promise<string> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  const code = result.outputFiles[0]?.contents ?? new Uint8Array();
  const files = await Promise.all(
    pythonPrograms.map(async (name) => ({ name, content: await readFile(join(dirname(entry), name)) })),
  );
  const digest = createHash('sha256').update(code);
  for (const { content } of files) digest.update(content);
  const hash = digest.digest('hex').slice(0, 16);
  return await cachedFolder('supervisor', hash, async (made) => {
    for (const { name, content } of [{ name: 'supervisor.mjs', content: code }, ...files]) {
      await writeFile(join(made, name), content);
      await chmod(join(made, name), 0o644);
    }
    await chmod(made, 0o755);
  });
}
