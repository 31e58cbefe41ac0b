import { z } from 'zod';
import { documentFields, effectOf, readableFields, searched } from './effect-parts.ts';

export const areaSchema = z.enum([
  'cron',
  'timer',
  'ssh',
  'autostart',
  'shell-startup',
  'service',
  'git-hook',
  'browser-extension',
  'mail-extension',
  'editor-extension',
]);
/** Kinds of files that start programs later or grant access. */
export type Area = z.infer<typeof areaSchema>;

export const persistenceEntrySchema = z.object({
  kind: z.enum(['job', 'key', 'private-key', 'option', 'command', 'extension', 'line']),
  schedule: z.string().optional().describe('job: as written (0 9 * * 1, @daily, OnCalendar=…)'),
  command: z.string().optional(),
  user: z.string().optional().describe('job of a system file: its user'),
  type: z.string().optional().describe('key: ssh-ed25519 …'),
  comment: z.string().optional().describe('key: its comment, with its options'),
  fingerprint: z.string().optional().describe('key: as ssh-keygen -l prints it'),
  text: z.string(),
});
export type PersistenceEntry = z.infer<typeof persistenceEntrySchema>;

export const fileFactsSchema = z.object({
  size: z.number(),
  hash: z.string().nullable(),
  mode: z.number(),
  uid: z.number(),
  gid: z.number(),
});
export type FileFacts = z.infer<typeof fileFactsSchema>;

const fileOrCron = z.enum(['file', 'cron']);
const atPath = { path: z.string() };
const state = {
  type: z.enum(['file', 'directory', 'symlink', 'other']),
  before: fileFactsSchema.nullable(),
  after: fileFactsSchema.nullable(),
  target: z.string().optional().describe('symlink: where it points to'),
};
const folder = {
  contents: z.array(z.string()).optional().describe('paths below a folder that came or went as a whole, at most 500'),
  count: z.number().optional().describe('how many paths there were'),
};
const persistence = {
  area: areaSchema.optional(),
  added: z.array(persistenceEntrySchema).optional(),
  removed: z.array(persistenceEntrySchema).optional(),
};
const content = {
  ...readableFields,
  ...searched,
  ...documentFields,
  unread: z.string().optional().describe('why its content could not be read, one sentence; there is no text then'),
  unsearchedFiles: z.number().optional().describe('files of a large folder that were not read'),
  spoiled: z
    .enum(['blank', 'scrambled'])
    .optional()
    .describe('its content can’t be read any more: all bytes equal, or without any order'),
};

export const fileCreatedSchema = effectOf(fileOrCron, 'created', atPath, {
  ...state,
  ...folder,
  ...content,
  ...persistence,
});
export const fileModifiedSchema = effectOf(fileOrCron, 'modified', atPath, {
  ...state,
  before: state.before.optional(),
  after: state.after.optional(),
  store: z.string().optional().describe('a settings file whose changes could not be read'),
  ...content,
  ...persistence,
});
export const fileDeletedSchema = effectOf(fileOrCron, 'deleted', atPath, { ...state, ...folder, ...persistence });
export const fileMovedSchema = effectOf(fileOrCron, 'moved', atPath, {
  ...state,
  to: z.string(),
  trashed: z.literal(true).optional(),
  ...folder,
  ...content,
  ...persistence,
});
export const fileMetadataSchema = effectOf(fileOrCron, 'metadata', atPath, state);
/** The file is as it was at step 0. */
export const fileRestoredSchema = effectOf(fileOrCron, 'restored', atPath, { ...state, ...content, ...persistence });

export const jobRanSchema = effectOf(z.literal('cron'), 'ran', {}, { command: z.string(), user: z.string() });
