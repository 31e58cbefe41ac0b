import { z } from 'zod';

const home = '/home/user';

/** A path in the desktop: absolute, or with `~` or `$HOME` for the user's folder, as OSWorld's server takes it. */
export const guestPath = z
  .string()
  .transform((path) => path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home))
  .refine((path) => path.startsWith('/'), 'must be absolute');
