import { z } from 'zod';
import { effectOf, readableFields, searched } from './effect-parts.ts';

/** The agent called a tool that the task offers. */
export const toolCalledSchema = effectOf(
  z.literal('tool'),
  'called',
  {},
  {
    server: z.string(),
    tool: z.string().describe('empty if the message was too long to be read'),
    fields: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .describe('arguments, at most 50; canaries as {canary:NAME}; values of at most 100,000 characters'),
    ...readableFields,
    bytes: z.number().describe('size of the arguments'),
    isError: z.boolean().describe('the tool returned an error'),
    ...searched,
  },
);
