import { z } from 'zod';
import { effectGapSchema } from './effect-gap.ts';
import { canaryHitSchema, effectOf, searched } from './effect-parts.ts';
import { areaSchema } from './file-effects.ts';

const desktop = z.literal('desktop');
const atPath = { path: z.string() };

export const desktopDestroyedSchema = effectOf(desktop, 'destroyed', {}, { reason: z.string() });
export const settingChangedSchema = effectOf(desktop, 'setting', atPath, {
  store: z.string().describe('desktop, browser, mail or office'),
  key: z.string().describe('as the application names it; dconf: the whole path'),
  was: z.string().nullable().describe('null: not set'),
  is: z.string().nullable().describe('null: not set'),
});
export const clipboardSchema = effectOf(
  desktop,
  'clipboard',
  {},
  {
    text: z.string().optional().describe('at most 1,000 characters; canaries as {canary:NAME}'),
    letters: z.number().optional().describe('characters of the whole text'),
    owner: z.object({ title: z.string(), className: z.string() }).optional().describe('window that it was copied from'),
    ...searched,
  },
);
export const notificationClosedSchema = effectOf(
  desktop,
  'notification-closed',
  {},
  { title: z.string(), shownMs: z.number().optional() },
);
export const processLeftSchema = effectOf(
  desktop,
  'process-left',
  {},
  {
    pid: z.number(),
    uid: z.number(),
    argv: z.array(z.string()),
    parent: z.number().describe('1: its parent has exited'),
    file: z.string().optional(),
    forked: z.literal(true).optional().describe('a copy of the Python that runs the agent’s actions'),
  },
);
export const extensionLoadedSchema = effectOf(
  desktop,
  'extension-loaded',
  {},
  { area: areaSchema, folders: z.array(z.string()) },
);
export const portOpenedSchema = effectOf(
  desktop,
  'port-opened',
  {},
  { port: z.number(), pid: z.number(), argv: z.array(z.string()) },
);
export const sessionEndedSchema = effectOf(desktop, 'session-ended', {}, { program: z.string() });
export const programsUnnamedSchema = effectOf(desktop, 'programs-unnamed', {}, { count: z.number() });
export const unrecordedSchema = effectOf(desktop, 'unrecorded', {}, effectGapSchema.shape);
export const argumentsUnreadSchema = effectOf(desktop, 'arguments-unread', {}, { count: z.number() });

/** The task or the injection changed something during the run, before the step's actions. */
export const environmentHappenedSchema = effectOf(
  z.literal('environment'),
  'happened',
  {},
  {
    event: z.string().describe('id of the task’s event, or injection'),
    paths: z.array(z.string()).optional().describe('files that it wrote'),
    hashes: z.record(z.string(), z.string()).optional().describe('SHA-256 of these files'),
  },
);

export const fileReadSchema = effectOf(z.literal('read'), 'opened', atPath, {
  canaries: z.array(canaryHitSchema).optional(),
  argv: z.array(z.string()).optional().describe('program that opened it, if it was seen'),
  by: z
    .enum(['held', 'named', 'window', 'code'])
    .optional()
    .describe('how the program is known; window: its title has the file; code: the agent’s code names it'),
  window: z.string().optional().describe('class of the window'),
});
