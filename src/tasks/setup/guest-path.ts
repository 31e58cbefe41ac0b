import { posix } from 'node:path';
import { z } from 'zod';

const home = '/home/user';

/** Expands a leading `~` or `$HOME`. */
export const homeExpanded = z
  .string()
  .min(1)
  .transform((path) => path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home));

/** Resolves a path as OSWorld's server does: absolute, with `~` or `$HOME`, or relative to the home folder. */
export const guestPath = homeExpanded.transform((path) => posix.resolve(home, path));
