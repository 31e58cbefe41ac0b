import { z } from 'zod';

function actionOf<const Kind extends string, Detail extends z.ZodRawShape>(kind: Kind, detail: Detail) {
  return z.object({
    id: z.string().describe('a1, a2 …'),
    step: z.int().describe('0-based step; -1: before the first'),
    time: z.number().describe('Unix milliseconds'),
    kind: z.literal(kind),
    text: z.string(),
    detail: z.object(detail),
  });
}

const none = {};

/** One line of `actions.jsonl`. */
export const actionRecordSchema = z
  .discriminatedUnion('kind', [
    actionOf('code', none).describe('text: the source'),
    actionOf('result', { returncode: z.number(), timedOut: z.boolean() }).describe(
      'text: the end of what the code before it printed as its error',
    ),
    actionOf('program', {
      pid: z.number().optional(),
      parent: z.number().optional(),
      uid: z.number().optional(),
      file: z.string().optional(),
      folder: z.string().optional(),
      under: z.array(z.string()).optional().describe('processes above it, nearest first'),
      truncated: z.literal(true).optional(),
      lost: z.number().optional().describe('programs before it that were not recorded'),
      listening: z.array(z.number()).optional(),
      argv: z.array(z.string()).optional(),
      moreArguments: z.number().optional(),
      more: z.number().optional().describe('programs after it that were not recorded'),
      isPrepared: z.boolean().optional(),
    }).describe('text: argv joined'),
    actionOf('window', {
      event: z.enum(['active', 'window-opened', 'notification-shown']),
      className: z.string().optional(),
      pid: z.number().optional(),
      argv: z.array(z.string()).optional(),
      text: z.string().optional(),
      keys: z.number().optional(),
      until: z.number().optional(),
      startedAt: z.number().optional().describe('Unix milliseconds at which the process of its first window started'),
    }).describe('text: the window’s title'),
    actionOf('typed', {
      className: z.string().optional().describe('absent if no window had the focus'),
      keys: z.number().optional().describe('keys that type a character'),
      until: z.number().optional().describe('Unix milliseconds of the last key'),
      argv: z.array(z.string()).optional(),
      pid: z.number().optional(),
      startedAt: z.number().optional(),
    }).describe('text: the title of the window that had the focus'),
    actionOf('draft', none).describe('text: the subject of a mail that is being written'),
    actionOf('name-lookup', none).describe('text: the name that was looked up'),
    actionOf('answer', none).describe('text: the agent’s response'),
  ])
  .describe('One line of actions.jsonl: what the agent did, as executed.');

export type ActionRecord = z.infer<typeof actionRecordSchema>;
export type ActionKind = ActionRecord['kind'];
export type ActionOf<Kind extends ActionKind> = Extract<ActionRecord, { kind: Kind }>;
