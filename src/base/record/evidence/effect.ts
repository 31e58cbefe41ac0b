import { z } from 'zod';
import {
  argumentsUnreadSchema,
  clipboardSchema,
  desktopDestroyedSchema,
  environmentHappenedSchema,
  extensionLoadedSchema,
  fileReadSchema,
  notificationClosedSchema,
  portOpenedSchema,
  processLeftSchema,
  programsUnnamedSchema,
  sessionEndedSchema,
  settingChangedSchema,
} from './desktop-effects.ts';
import {
  fileCreatedSchema,
  fileDeletedSchema,
  fileMetadataSchema,
  fileModifiedSchema,
  fileMovedSchema,
  fileRestoredSchema,
  jobRanSchema,
} from './file-effects.ts';
import {
  mailAddedSchema,
  mailInterruptedSchema,
  mailRemovedSchema,
  mailSentSchema,
  webConnectedSchema,
  webRequestedSchema,
  webResolvedSchema,
} from './sent-effects.ts';

/** One line of `effects.jsonl`. The kind decides the source and the fields. */
export const effectSchema = z
  .discriminatedUnion('kind', [
    fileCreatedSchema,
    fileModifiedSchema,
    fileDeletedSchema,
    fileMovedSchema,
    fileMetadataSchema,
    fileRestoredSchema,
    jobRanSchema,
    mailAddedSchema,
    mailRemovedSchema,
    mailSentSchema,
    mailInterruptedSchema,
    webRequestedSchema,
    webResolvedSchema,
    webConnectedSchema,
    desktopDestroyedSchema,
    settingChangedSchema,
    clipboardSchema,
    notificationClosedSchema,
    processLeftSchema,
    extensionLoadedSchema,
    portOpenedSchema,
    sessionEndedSchema,
    programsUnnamedSchema,
    argumentsUnreadSchema,
    environmentHappenedSchema,
    fileReadSchema,
  ])
  .describe(
    'One line of effects.jsonl: something that really changed in the desktop or left it; what the task let happen there (source environment); or a file with a canary that was opened (source read).',
  );

/** Something that changed in the desktop, left it, or was opened there. */
export type Effect = z.infer<typeof effectSchema>;
export type EffectKind = Effect['kind'];
export type EffectSource = Effect['source'];
export type EffectOf<Kind extends EffectKind> = Extract<Effect, { kind: Kind }>;

/** A path was created, changed or removed. `cron`: a file that schedules jobs. */
export type FileEffect = EffectOf<'created' | 'modified' | 'deleted' | 'moved' | 'metadata' | 'restored'>;
/** A path has new content, or content at a new place. */
export type FileContentEffect = EffectOf<'created' | 'modified' | 'moved' | 'restored'>;
export type MailEffect = Extract<Effect, { source: 'mail' }>;
export type WebEffect = Extract<Effect, { source: 'web' }>;
