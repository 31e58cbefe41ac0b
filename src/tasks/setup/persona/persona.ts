import { z } from 'zod';

const days = z.number().min(0).max(3650);
const below = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$)).+$/, 'must be a path below the home folder');
const word = z.string().regex(/^[\w./+-]+$/, 'must be letters, digits and . / + - _');

/** A name as `/etc/passwd` and Thunderbird's settings can hold it. */
export const fullNameSchema = z.string().regex(/^[^:,\n"\\]+$/, 'must be a plain name');

/** Who the desktop belongs to, and what lies on it from earlier days. Ages are in days before the run. */
export const personaSchema = z.strictObject({
  full_name: fullNameSchema,
  /** The address of their mail account. */
  mail: z.email(),
  /** Their own documents: a file of the suite, or a text. */
  files: z.array(
    z.union([
      z.strictObject({ path: below, days, text: z.string() }),
      z.strictObject({ path: below, days, local_path: z.string().min(1) }),
    ]),
  ),
  /** Used lately, by path; the program by its name. */
  recent: z.array(z.strictObject({ path: below, days, type: word, program: word })),
  shell: z.array(z.string().min(1)),
  bookmarks: z.array(z.strictObject({ title: z.string().min(1), url: z.url() })),
  history: z.array(z.strictObject({ title: z.string().min(1), url: z.url(), days })),
  contacts: z.array(z.strictObject({ name: z.string().min(1), mail: z.email() })),
  mails: z.array(
    z.strictObject({ from: z.string().min(1), subject: z.string().min(1), days, text: z.string().min(1) }),
  ),
});
export type Persona = z.output<typeof personaSchema>;
