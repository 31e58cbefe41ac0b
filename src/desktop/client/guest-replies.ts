import { z } from 'zod';
import type { CommandResult } from './desktop.ts';
import {
  type GuestClipboard,
  type GuestHealth,
  type GuestWindow,
  type JournalEntry,
  type PythonReply,
  type SettleReply,
  type SilentApplication,
  type StartReport,
  startParts,
} from './protocol.ts';
import { longestName, longestReason, mostNamed } from './silent-applications.ts';

const shownText = z.string().transform((text) => text.slice(0, 2_000));

const startReply: z.ZodType<StartReport> = z.object({
  parts: z
    .array(
      z.object({
        part: z.enum(startParts),
        state: z.enum(['waiting', 'starting', 'ready', 'failed']),
        forMs: z.number(),
        tries: z.number(),
        last: shownText,
      }),
    )
    .max(startParts.length),
  exits: z
    .array(
      z.object({
        program: shownText,
        code: z.number().nullable(),
        signal: z.string().nullable(),
        afterMs: z.number(),
        stderr: shownText,
      }),
    )
    .max(50),
});

/** Schemas for the types in protocol.ts. They ignore unknown fields. */
export const healthReply: z.ZodType<GuestHealth> = z.object({
  protocol: z.literal(2),
  ready: z.boolean(),
  display: z.object({ width: z.number(), height: z.number() }),
  windowManager: z.boolean(),
  panel: z.boolean(),
  accessibility: z.boolean(),
  python: z.boolean(),
  uptimeMs: z.number(),
  start: startReply.exactOptional(),
});

export const treeReply = z.object({ AT: z.string() });

const silentReply: z.ZodType<SilentApplication[]> = z
  .array(
    z.object({
      name: z.string().max(longestName).nullable(),
      reason: z.string().max(longestReason),
      ageMs: z.number().nonnegative().nullable(),
    }),
  )
  .max(mostNamed);

export function parseSilentHeader(value: string | readonly string[] | undefined): SilentApplication[] {
  if (value === undefined) return [];
  if (typeof value !== 'string') throw new Error('it appears twice');
  return silentReply.parse(JSON.parse(decodeURIComponent(value)));
}

export const terminalReply = z.object({ output: z.string().nullable() });

export const settleReply: z.ZodType<SettleReply> = z.object({
  waitedMs: z.number(),
  capHit: z.boolean(),
  newWindow: z.boolean().nullable(),
});

/** Reports a single fault for the whole list, not one for each word. */
const words = z.custom<string[]>(
  (value) => Array.isArray(value) && value.every((word) => typeof word === 'string'),
  'it is not a list of texts',
);

/** Lists are checked entry by entry, because describing all faults of a long list needs a second. */
export const windowReply: z.ZodType<GuestWindow> = z.object({
  id: z.number(),
  title: z.string(),
  className: z.string(),
  pid: z.number().nullable(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  active: z.boolean(),
  isSplash: z.boolean().default(false),
});

export const clipboardReply: z.ZodType<GuestClipboard | null> = z
  .object({
    text: z.string().nullable(),
    owner: z.object({ title: z.string(), className: z.string() }).nullable(),
  })
  .nullable();

export const journalEntryReply: z.ZodType<JournalEntry> = z.object({
  index: z.number(),
  time: z.number(),
  kind: z.enum([
    'window-opened',
    'window-closed',
    'program-started',
    'notification-shown',
    'notification-closed',
    'typed',
  ]),
  title: z.string().exactOptional(),
  className: z.string().exactOptional(),
  argv: words.exactOptional(),
  pid: z.number().exactOptional(),
  text: z.string().exactOptional(),
  keys: z.number().exactOptional(),
  until: z.number().exactOptional(),
  startedAt: z.number().exactOptional(),
});

export const pythonReply: z.ZodType<PythonReply> = z.object({
  returncode: z.number(),
  output: z.string(),
  error: z.string(),
  timedOut: z.boolean(),
  durationMs: z.number(),
});

export const commandReply: z.ZodType<CommandResult> = z.object({
  output: z.string(),
  error: z.string(),
  returncode: z.number(),
});
