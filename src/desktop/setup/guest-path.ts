import { z } from 'zod';

const home = '/home/user';

/** Text with the user's folder in place of `~` or `$HOME` at its beginning. */
export const homeExpanded = z
  .string()
  .min(1)
  .transform((path) => path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home));

/** A path in the desktop: absolute, or with `~` or `$HOME` for the user's folder, as OSWorld's server takes it. */
export const guestPath = homeExpanded.refine((path) => path.startsWith('/'), 'must be absolute');
