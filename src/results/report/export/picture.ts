import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const limit = 30_000_000;

/** Null if it is missing, too large or not a regular file, or if its name or a link points outside the run. */
export function ownPicture(directory: string, name: string | null): string | null {
  if (name === null) return null;
  try {
    const file = realpathSync(join(directory, name));
    const inside = relative(realpathSync(directory), file);
    if (inside.startsWith('..') || inside.includes(sep)) return null;
    // Reading a pipe would block until something writes to it.
    const about = statSync(file);
    return about.isFile() && about.size <= limit ? file : null;
  } catch {
    return null;
  }
}

/** Null if `ownPicture` rejects it or it is not a PNG. */
export function pictureUri(directory: string, name: string | null): string | null {
  const file = ownPicture(directory, name);
  if (file === null) return null;
  const bytes = readFileSync(file);
  return bytes.subarray(1, 4).toString('latin1') === 'PNG' ? `data:image/png;base64,${bytes.toString('base64')}` : null;
}
