import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const recipeFolder = fileURLToPath(new URL('../../../image/', import.meta.url));

const debianNames: Partial<Record<NodeJS.Architecture, 'amd64' | 'arm64'>> = { x64: 'amd64', arm64: 'arm64' };

/** Debian’s name of this machine’s architecture; null if desktops don’t run on it. */
export const imageArchitecture = debianNames[process.arch] ?? null;

const parameters = {
  suite: 'bookworm',
  architecture: imageArchitecture ?? 'amd64',
  node: '24.21.0',
  codeServer: '4.139.1',
} as const;

export interface Recipe {
  parameters: typeof parameters;
  packages: string[];
  /** Preferred versions, if the mirror has them. */
  locked: Readonly<Record<string, string>>;
  packagesLayer: string;
  codeLayer: string;
  id: string;
}

/** Ids are 16 hex digits of a SHA-256 over the parameters and the files (path, executable bit, content). */
export async function readRecipe(folder: string = recipeFolder): Promise<Recipe> {
  const digests = await digestsOf(folder);
  const address = (names: string[], extra: unknown) => {
    const hash = createHash('sha256').update(JSON.stringify(extra));
    for (const name of names) hash.update(`\0${name}\0${digests.get(name) ?? 'missing'}`);
    return hash.digest('hex').slice(0, 16);
  };
  const { suite, architecture, node, codeServer } = parameters;
  const lines = async (name: string): Promise<string[]> =>
    (await readFile(join(folder, name), 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return {
    parameters,
    packages: await lines('packages.txt'),
    locked: Object.fromEntries((await lines('packages.lock')).map((line) => line.split('=', 2) as [string, string])),
    packagesLayer: address(['packages.txt', 'packages.lock', 'packages.sh', 'debian.sh'], { suite, architecture }),
    // Omits the packages and their versions: VS Code depends only on the libraries of the Debian suite.
    codeLayer: address(['code.sh', 'debian.sh', 'code-server/package.json', 'code-server/package-lock.json'], {
      suite,
      architecture,
      node,
      codeServer,
    }),
    id: address([...digests.keys()].sort(), parameters),
  };
}

/** Path relative to the folder → SHA-256 of a file’s executable bit and content. */
export async function digestsOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const digests = new Map<string, string>();
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name);
    digests.set(relative(folder, path), await digest(path));
  }
  return digests;
}

async function digest(path: string): Promise<string> {
  const [content, { mode }] = await Promise.all([readFile(path), stat(path)]);
  return createHash('sha256')
    .update(mode & 0o100 ? 'x' : '-')
    .update(content)
    .digest('hex');
}
