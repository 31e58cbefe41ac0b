import { readdir } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { siblingProgram } from '../../base/record/sibling-program.ts';
import { type BundledPrograms, bundledPrograms } from './bundled-programs.ts';

const guest = fileURLToPath(new URL('../../../guest/', import.meta.url));

/** The agent can see these names inside the desktop, so they don't mention osharm. */
const programs = { session: 'session/session', internet: 'internet/main' };

/**
 * Loads Node's built-in modules without `import`, which evaluates every export; WebSocket in node:http alone loads half
 * of Node. This halves the session program's start time.
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

async function pythonFiles(folder: string, under: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const inside = `${under}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== '__pycache__') {
      for (const [name, file] of await pythonFiles(path, inside)) files.set(name, file);
    } else if (entry.name.endsWith('.py')) files.set(inside, path);
  }
  return files;
}

export async function ensureGuestBundle(): Promise<BundledPrograms> {
  return bundledPrograms({
    kind: 'guest',
    bundled: {
      entryPoints: Object.entries(programs).map(([out, file]) => ({
        out,
        in: fileURLToPath(siblingProgram(import.meta.url, `../../../guest/${file}`)),
      })),
      minify: true,
      legalComments: 'none',
      plugins: [plainBuiltins],
    },
    plain: await pythonFiles(join(guest, 'python'), 'python'),
    recipe: fileURLToPath(import.meta.url),
  });
}
