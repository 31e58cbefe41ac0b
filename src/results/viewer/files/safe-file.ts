import { type FileHandle, constants as flags, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ViewerError } from '../viewer-error.ts';

/**
 * Opens a file of a run by an untrusted name. The check is on the opened file rather than its name, so a link out of
 * the tree is rejected even if it is created in between. The caller closes the file. Throws ViewerError (404, 403).
 */
export async function openRunFile(
  root: string,
  directory: string,
  name: string,
): Promise<{ file: FileHandle; bytes: number; stamp: string }> {
  const parts = name.split('/');
  if (name === '' || name.includes('\0') || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new ViewerError(403, 'That is not a file name of this run.');
  let file: FileHandle;
  try {
    // Opening a pipe without O_NONBLOCK would wait for its writer.
    file = await open(join(directory, ...parts), flags.O_RDONLY | flags.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG'
      ? new ViewerError(404, 'There is no such file in this run.')
      : new ViewerError(403, `The file can’t be opened (${code}).`);
  }
  try {
    const real = await realOf(file, join(directory, ...parts));
    if (!real.startsWith(`${root}/`))
      throw new ViewerError(403, 'The file is a link out of the results, so it is not served.');
    const about = await file.stat();
    if (!about.isFile()) throw new ViewerError(403, 'That is not a regular file, so it is not served.');
    const { ino, mtimeMs, size } = about;
    return {
      file,
      bytes: size,
      stamp: `${ino.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}-${size.toString(36)}`,
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function realOf(file: FileHandle, path: string): Promise<string> {
  try {
    return await readlink(`/proc/self/fd/${file.fd}`);
  } catch {
    // Fallback for systems without /proc.
    return realpath(path);
  }
}

/** Returns fewer bytes at the end of the file. */
export async function readPart(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, length));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
