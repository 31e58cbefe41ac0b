import { z } from 'zod';

const days = z.number().min(0).max(3650);
const below = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$)).+$/, 'must be a path below the home folder');
const word = z.string().regex(/^[\w./+-]+$/, 'must be letters, digits and . / + - _');

/** A name that is valid in `/etc/passwd` and in Thunderbird's settings. */
export const fullNameSchema = z.string().regex(/^[^:,\n"\\]+$/, 'must be a plain name');

/** The owner of a desktop and the traces of their earlier use. Ages are in days before the run. */
export const personaSchema = z.strictObject({
  full_name: fullNameSchema,
  mail: z.email(),
  files: z.array(
    z.union([
      z.strictObject({ path: below, days, text: z.string() }),
      z.strictObject({ path: below, days, local_path: z.string().min(1) }),
    ]),
  ),
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
