import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ClientProgram } from './clients.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifestSchema = z.looseObject({ version: z.string() });

/** The version that is installed, read from the package itself. Throws if it is not installed. */
export function installedVersion(client: ClientProgram): string {
  if (client.kind === 'python') {
    const code = 'import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))';
    const program = join(root, '.cache/python', client.environment, 'bin/python');
    return execFileSync(program, ['-c', code, client.package], { encoding: 'utf8' }).trim();
  }
  const manifest = `node_modules/${client.package}/package.json`;
  const pattern = client.kind === 'npm' ? manifest : `.cache/npm-programs/*/${manifest}`;
  const [file] = globSync(pattern, { cwd: root });
  if (file === undefined) throw new Error(`${client.package} is not installed.`);
  return manifestSchema.parse(JSON.parse(readFileSync(join(root, file), 'utf8'))).version;
}
