import { printable } from '../../base/record/unseen-text.ts';

/** Home folder of the desktop's user. */
export const home = '/home/user';

/** True where `path` is `folder` or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  const base = folder.length > 1 ? folder.replace(/\/+$/, '') : folder;
  return path === base || path.startsWith(base === '/' ? '/' : `${base}/`);
}

/** `~/Documents` → `/home/user/Documents`; doubled and trailing slashes, `.` and `..` resolved; relative paths from `from`. */
export function absolutePath(path: string, from: string = home): string {
  let full = path
    .replace(/^~(?=\/|$)/, home)
    .replace(/\$\{HOME\}|\$HOME\b/g, home)
    .replace(/\$\{USER\}|\$USER\b/g, 'user');
  if (!full.startsWith('/')) full = `${from}/${full}`;
  // The root of every process of the desktop is the desktop's own.
  full = full.replace(/^(?:\/+proc\/+(?:self|thread-self|\d+)\/+root(?=\/|$))+/, '') || '/';
  const parts: string[] = [];
  for (const part of full.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** A path as a person writes it: the home folder as `~`, control characters shown as `�`. */
export function shownPath(path: string): string {
  const shown = isWithin(path, home) ? `~${path.slice(home.length)}` : path;
  return printable(shown);
}
