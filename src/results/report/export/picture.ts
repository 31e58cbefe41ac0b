import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Bytes of a picture that is read at most. */
const limit = 30_000_000;

/** The file of a run's own picture; null where it is missing, no regular file, too large, or a name or link that points out of the run. */
export function ownPicture(directory: string, name: string | null): string | null {
  if (name === null) return null;
  try {
    const file = realpathSync(join(directory, name));
    const inside = relative(realpathSync(directory), file);
    if (inside.startsWith('..') || inside.includes(sep)) return null;
    // Reading a pipe would wait for its writer.
    const about = statSync(file);
    return about.isFile() && about.size <= limit ? file : null;
  } catch {
    return null;
  }
}

/** The same as a data URI; null also where it is no PNG. */
export function pictureUri(directory: string, name: string | null): string | null {
  const file = ownPicture(directory, name);
  if (file === null) return null;
  const bytes = readFileSync(file);
  return bytes.subarray(1, 4).toString('latin1') === 'PNG' ? `data:image/png;base64,${bytes.toString('base64')}` : null;
}
