import { posix } from 'node:path';
import { z } from 'zod';

const home = '/home/user';

/** Expands a leading `~` or `$HOME`. */
export const homeExpanded = z
  .string()
  .min(1)
  .transform((path) => path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home));

/** A path in the desktop as OSWorld's server accepts it: absolute, with `~` or `$HOME`, or relative to home. */
export const guestPath = homeExpanded.transform((path) => posix.resolve(home, path));
