import type { z } from 'zod';

/** A thing that a suite's files name, with the form of its parameters. Other rooms own them; `osharm suite lint` hands them in. */
export interface KnownKind {
  parameters: z.ZodType;
  /** Why this version can't do it, whatever its parameters; left out: it can. */
  refused?: string | undefined;
  /** It runs programs in the desktop. */
  runsPrograms?: true;
  /** Places whose files of step 0 it compares the end with. */
  initial?: ((parameters: never) => readonly string[]) | undefined;
  /** Local files that these parameters need, relative to the suite. */
  assets?: ((parameters: unknown) => string[]) | undefined;
}
