import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { siblingProgram } from '../record/sibling-program.ts';
import { cachedFolder } from './cached-folder.ts';

const guest = fileURLToPath(new URL('../../guest/', import.meta.url));

/** The programs that run beside the desktop's own; their names are all that shows of us inside. */
const programs = { session: 'session/session', internet: 'internet/main' };

export interface GuestBundle {
  /** Holds `session.mjs`, `internet.mjs` and `python/`; readable by all, never changed once it is there. */
  folder: string;
  /** Content address of all that is in the folder. */
  hash: string;
}

/**
 * Takes Node's own modules without `import`: that reads every export of them, and some of those (WebSocket in node:http)
 * load half of Node. It halves the time until the session's own first line.
 */
const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  setup(bundling) {
    const names = new Set(builtinModules);
    bundling.onResolve({ filter: /^[a-z_/:0-9]+$/ }, ({ path }) =>
      path.startsWith('node:') || names.has(path) ? { path, namespace: 'builtin' } : undefined,
    );
    bundling.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

async function bundledPrograms(): Promise<Map<string, Uint8Array>> {
  const result = await build({
    entryPoints: Object.entries(programs).map(([out, file]) => ({
      out,
      in: fileURLToPath(siblingProgram(import.meta.url, `../../guest/${file}`)),
    })),
    outdir: '/',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    minify: true,
    legalComments: 'none',
    plugins: [plainBuiltins],
    write: false,
    logLevel: 'silent',
  });
  return new Map(result.outputFiles.map((file) => [file.path.replace(/^.*\//, ''), file.contents]));
}

async function pythonFiles(folder: string, under: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const inside = `${under}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== '__pycache__') {
      for (const [name, content] of await pythonFiles(path, inside)) files.set(name, content);
    } else if (entry.name.endsWith('.py')) files.set(inside, await readFile(path));
  }
  return files;
}

/** Builds what runs inside the desktop into the cache, named by its content; does nothing more where it is there. */
export async function ensureGuestBundle(): Promise<GuestBundle> {
  const files = new Map([...(await bundledPrograms()), ...(await pythonFiles(join(guest, 'python'), 'python'))]);
  const digest = createHash('sha256');
  for (const name of [...files.keys()].sort()) {
    digest.update(`${name}\0${files.get(name)?.length}\0`).update(files.get(name) ?? '');
  }
  const hash = digest.digest('hex').slice(0, 16);
  const folder = await cachedFolder('guest', hash, async (made) => {
    for (const [name, content] of files) {
      const path = join(made, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o755 });
      await writeFile(path, content);
      await chmod(path, 0o644);
    }
    await chmod(made, 0o755);
  });
  return { folder, hash };
}
