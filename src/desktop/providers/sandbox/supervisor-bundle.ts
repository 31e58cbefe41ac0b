import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { cacheFolder } from '../../cache-folder.ts';

const entry = fileURLToPath(new URL('../../../../guest/supervisor/main.ts', import.meta.url));
const programLog = fileURLToPath(new URL('../../../../guest/supervisor/program_log.py', import.meta.url));

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
  const log = await readFile(programLog);
  const hash = createHash('sha256').update(code).update(log).digest('hex').slice(0, 16);
  const base = join(cacheFolder(), 'supervisor');
  const folder = join(base, hash);
  if (await exists(join(folder, 'supervisor.mjs'))) return folder;
  await mkdir(base, { recursive: true });
  const temporary = await mkdtemp(join(base, 'new-'));
  await writeFile(join(temporary, 'supervisor.mjs'), code, { mode: 0o644 });
  await writeFile(join(temporary, 'program_log.py'), log, { mode: 0o644 });
  for (const file of ['supervisor.mjs', 'program_log.py']) await chmod(join(temporary, file), 0o644);
  await chmod(temporary, 0o755);
  await rename(temporary, folder).catch(() => rm(temporary, { recursive: true, force: true }));
  return folder;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
