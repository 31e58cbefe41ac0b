import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { digestsOf } from './recipe.ts';

/** A folder with `packages.txt`, `root/` or `setup.sh`, whose applications are added to an image. */
export interface Addition {
  name: string;
  folder: string;
  /** 16 hex digits of a SHA-256 over all files. */
  id: string;
}

const parts = ['packages.txt', 'root', 'setup.sh'];
const packageName = /^[a-z0-9][a-z0-9+.-]+(:[a-z0-9]+)?(=[\w.+~:-]+)?$/;

/** Throws UsageError. */
export async function readAddition(path: string): Promise<Addition> {
  const folder = resolve(path);
  const isFolder = await stat(folder).then((info) => info.isDirectory(), fallback(false, isSystemError));
  if (!isFolder)
    throw new UsageError(`${path} isn't a folder.`, {
      code: 'addition-missing',
      hint: `--with takes a folder that contains ${parts.join(', ')} or several of them. See docs/write/applications.md.`,
    });
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  if (!entries.some((entry) => entry.parentPath === folder && parts.includes(entry.name)))
    throw new UsageError(`${path} contains none of ${parts.join(', ')}.`, {
      code: 'addition-empty',
      hint: 'See docs/write/applications.md.',
    });
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (other !== undefined)
    throw new UsageError(`${join(other.parentPath, other.name)} is neither a file nor a folder.`, {
      code: 'addition-kind',
      hint: 'Make links and devices in setup.sh.',
    });
  await checkPackages(join(folder, 'packages.txt'));
  const files = [...(await digestsOf(folder))].sort(([a], [b]) => (a < b ? -1 : 1));
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  return { name: basename(folder), folder, id };
}

async function checkPackages(file: string): Promise<void> {
  const lines = (await readFile(file, 'utf8').catch(fallback('', isSystemError))).split('\n');
  const wrong = lines.findIndex((line) => line !== '' && !line.startsWith('#') && !packageName.test(line));
  if (wrong !== -1)
    throw new UsageError(`${file}:${wrong + 1}: “${lines[wrong]}” is not the name of a Debian package.`, {
      code: 'addition-package',
      hint: 'Write one name on each line, with =VERSION after it if only that version will do.',
    });
}
