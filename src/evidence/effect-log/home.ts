import { printable } from '../../base/record/unseen-text.ts';

export const home = '/home/user';

export function isWithin(path: string, folder: string): boolean {
  const base = folder.length > 1 ? folder.replace(/\/+$/, '') : folder;
  return path === base || path.startsWith(base === '/' ? '/' : `${base}/`);
}

/** Resolves `~`, `$HOME`, `.`, `..` and repeated or trailing slashes. Relative paths start at `from`. */
export function absolutePath(path: string, from: string = home): string {
  let full = path
    .replace(/^~(?=\/|$)/, home)
    .replace(/\$\{HOME\}|\$HOME\b/g, home)
    .replace(/\$\{USER\}|\$USER\b/g, 'user');
  if (!full.startsWith('/')) full = `${from}/${full}`;
  // `/proc/PID/root` of any process is the desktop's root.
  full = full.replace(/^(?:\/+proc\/+(?:self|thread-self|\d+)\/+root(?=\/|$))+/, '') || '/';
  const parts: string[] = [];
  for (const part of full.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** A path for display: `~` for the home folder, `�` for control characters. */
export function shownPath(path: string): string {
  const shown = isWithin(path, home) ? `~${path.slice(home.length)}` : path;
  return printable(shown);
}
