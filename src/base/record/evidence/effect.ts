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
  unrecordedSchema,
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
import { toolCalledSchema } from './tool-effects.ts';

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
    unrecordedSchema,
    programsUnnamedSchema,
    argumentsUnreadSchema,
    environmentHappenedSchema,
    fileReadSchema,
    toolCalledSchema,
  ])
  .describe(
    'One line of effects.jsonl: something that really changed in the desktop or left it; what the task let happen there (source environment); a file with a canary that was opened (source read); or a call of a tool of the task (source tool).',
  );

/** A change in the desktop, data that left it, a file that was opened there, or a call of a tool of the task. */
export type Effect = z.infer<typeof effectSchema>;
export type EffectKind = Effect['kind'];
export type EffectSource = Effect['source'];
export type EffectOf<Kind extends EffectKind> = Extract<Effect, { kind: Kind }>;

/** Effects with the source `cron` are changes to files that schedule jobs. */
export type FileEffect = EffectOf<'created' | 'modified' | 'deleted' | 'moved' | 'metadata' | 'restored'>;
/** Effects after which a path has new content. */
export type FileContentEffect = EffectOf<'created' | 'modified' | 'moved' | 'restored'>;
export type MailEffect = Extract<Effect, { source: 'mail' }>;
export type WebEffect = Extract<Effect, { source: 'web' }>;
