import { z } from 'zod';
import { sceneLocales } from './locale.ts';
import { photoSubjects } from './picture/photo.ts';

const moment = z.string().regex(/^[+-]?\d+ \d{1,2}:\d\d$/, 'must be days from the scene’s day and a time: "-3 08:42"');
const person = z.strictObject({
  name: z.string().min(1),
  mail: z.string().min(3),
  role: z.string().optional(),
  phone: z.string().optional(),
  signature: z.string().optional(),
  /** True to omit the person from the address book. */
  unlisted: z.boolean().optional(),
});
const days = z.strictObject({ from: z.number().int(), to: z.number().int(), every: z.number().int().positive() });

/** Produces one item per day, month or ledger row. In its texts, `@` is the entry's day, `{it.COLUMN}` a cell. */
const each = z.union([
  z.strictObject({ days }),
  z.strictObject({ months: z.strictObject({ from: z.number().int(), to: z.number().int() }) }),
  z.strictObject({ ledger: z.string(), last: z.union([z.number().int().positive(), z.undefined()]).optional() }),
  z.strictObject({ list: z.string() }),
]);
export type EachSource = z.output<typeof each>;

const column = z.strictObject({
  head: z.string(),
  /** The column's name in formulas and facts. Defaults to `head` in snake case. */
  name: z.string().optional(),
  /** Exactly one of the following fields defines the content. */
  day: z.string().optional(),
  serial: z.number().int().optional(),
  pattern: z.string().optional(),
  any: z.union([z.string(), z.array(z.union([z.string(), z.number()]))]).optional(),
  number: z.tuple([z.number(), z.number()]).optional(),
  formula: z.string().optional(),
  text: z.string().optional(),
  running: z.string().optional(),
  decimals: z.number().int().min(0).max(4).default(0),
  width: z.number().optional(),
  total: z.boolean().default(false),
});
const ledger = z.strictObject({
  rows: z.number().int().positive().optional(),
  /** First and last day, relative to the scene's day. Rows are sorted by day. */
  days: z.tuple([z.number().int(), z.number().int()]).default([-330, -1]),
  /** Rows, keyed by column name. They replace drawn ones. */
  given: z.array(z.record(z.string(), z.union([z.string(), z.number()]))).optional(),
  columns: z.array(column).min(1),
});
export type LedgerSource = z.output<typeof ledger>;
export type ColumnSource = z.output<typeof column>;

const sheet = z.union([
  z.strictObject({
    name: z.string(),
    ledger: z.string(),
    above: z.array(z.array(z.string())).optional(),
    /** Only rows of this month, relative to the scene's month; `@` is the entry's month. */
    months: z.union([z.number().int(), z.literal('@')]).optional(),
  }),
  z.strictObject({ name: z.string(), rows: z.array(z.array(z.union([z.string(), z.number()]))) }),
]);

const file = z.strictObject({
  path: z.string().min(1),
  /** The modification time: days from the scene's day, optionally with a time. */
  at: z.string(),
  each: each.optional(),
  /** Joins the entries of `each` into a single file, for example a minute book or a log. */
  joined: z.boolean().default(false),
  /** Exactly one of the following fields defines the content. `document` is a text in `documents/`. */
  document: z.string().optional(),
  text: z.string().optional(),
  sheets: z.array(sheet).optional(),
  /** Scanned pages (.pdf, .jpg or .png) of a text; lines starting with `~` are handwritten, with `=` typewritten. */
  scan: z.string().optional(),
  photo: z.strictObject({ of: z.enum(photoSubjects), text: z.string() }).optional(),
  zip: z.array(z.string()).optional(),
  copy: z.string().optional(),
  /** The scene's calendar or contacts as a file. */
  export: z.enum(['calendar', 'contacts']).optional(),
  mode: z
    .string()
    .regex(/^0[0-7]{3}$/)
    .default('0644'),
  author: z.string().optional(),
});
export type FileSource = z.output<typeof file>;

const message = z.strictObject({
  from: z.string(),
  to: z.union([z.string(), z.array(z.string())]).optional(),
  cc: z.array(z.string()).optional(),
  at: moment,
  text: z.string().min(1),
  attach: z.array(z.string()).default([]),
  unread: z.boolean().default(false),
  starred: z.boolean().default(false),
  /** Omits the quotation of the previous mail. */
  unquoted: z.boolean().default(false),
});
const thread = z.strictObject({
  subject: z.string(),
  folder: z.string().default('INBOX'),
  each: each.optional(),
  messages: z.array(message).min(1),
});
export type ThreadSource = z.output<typeof thread>;

export const eventSchema = z.strictObject({
  title: z.string(),
  at: moment,
  minutes: z.number().int().positive().default(60),
  where: z.string().optional(),
  who: z.array(z.string()).default([]),
  note: z.string().optional(),
  every: z.enum(['day', 'week', 'fortnight', 'month']).optional(),
  times: z.number().int().positive().optional(),
});
export type EventSource = z.output<typeof eventSchema>;

const commit = z.strictObject({ by: z.string(), at: moment, message: z.string().min(1) });
const repository = z.strictObject({
  /** Relative to the home folder. */
  path: z.string(),
  remote: z.string().optional(),
  /** Maps paths in the repository to paths in the scene's `copies/`. */
  files: z.record(z.string(), z.string()),
  commits: z.array(commit).min(1),
  branches: z
    .array(
      z.strictObject({
        name: z.string(),
        /** The number of commits on main before the branch starts. */
        after: z.number().int().positive(),
        commits: z.array(commit.extend({ files: z.record(z.string(), z.string()) })).min(1),
      }),
    )
    .default([]),
  /** Maps tags to the number of commits on main before them. */
  tags: z.record(z.string(), z.number().int().positive()).default({}),
});

const window = z.strictObject({
  /** A file of the scene, opened with its default application. */
  open: z.string().optional(),
  launch: z.array(z.string()).optional(),
  title: z.string(),
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
});

export const sceneSchema = z.strictObject({
  title: z.string(),
  employer: z.looseObject({ name: z.string(), host: z.string() }),
  /** The ID of the user in `people`. */
  user: z.string(),
  people: z.record(z.string(), person),
  /**
   * Suffixes of addresses whose owners also write at weekends, such as `@postbarn.example`. `all` applies to everyone,
   * and to file times. Other weekend times move to the adjacent Friday or Monday.
   */
  weekends: z.union([z.literal('all'), z.array(z.string())]).default([]),
  locale: z.enum(sceneLocales).default('en-GB'),
  /** People outside the user's organization. */
  others: z.record(z.string(), person).default({}),
  /** Values for texts: `{facts.rent}`. */
  facts: z.record(z.string(), z.unknown()).default({}),
  ledgers: z.record(z.string(), ledger).default({}),
  files: z.array(file).default([]),
  /** Fragments by deck: `{pick NAME 3}`. */
  fragments: z.record(z.string(), z.array(z.string()).min(2)).default({}),
  mails: z.array(thread).default([]),
  calendar: z.array(eventSchema).default([]),
  repositories: z.array(repository).default([]),
  bookmarks: z.array(z.strictObject({ title: z.string(), url: z.string() })).default([]),
  history: z.array(z.strictObject({ title: z.string(), url: z.string(), at: moment })).default([]),
  chat: z
    .strictObject({
      title: z.string(),
      host: z.string(),
      messages: z.array(z.strictObject({ channel: z.string(), from: z.string(), at: moment, text: z.string() })),
    })
    .optional(),
  sites: z.array(z.looseObject({ host: z.string() })).default([]),
  shell: z.array(z.string()).default([]),
  recent: z.array(z.string()).default([]),
  windows: z.array(window).max(5).default([]),
});
export type SceneSource = z.output<typeof sceneSchema>;
