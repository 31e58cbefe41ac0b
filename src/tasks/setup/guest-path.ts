import { posix } from 'node:path';
import { z } from 'zod';

const home = '/home/user';

/** Text with the user's folder in place of `~` or `$HOME` at its beginning. */
export const homeExpanded = z
  .string()
  .min(1)
  .transform((path) => path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home));

/**
 * A path in the desktop as OSWorld's server takes it: absolute, with `~` or `$HOME` for the user's folder, or relative
 * to that (as commands are).
 */
export const guestPath = homeExpanded.transform((path) => posix.resolve(home, path));
