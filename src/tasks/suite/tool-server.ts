import { z } from 'zod';
import { fieldValueSchema } from '../../base/documents/text/field-value.ts';

/** The name of a server in MCP clients, and of a tool. */
const nameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,40}$/, 'must be lower-case letters, digits and _');

export const readResourceTool = 'read_resource';
/** The name of the server that controls the desktop. */
export const desktopServer = 'desktop';

const parameterSchema = z.strictObject({
  type: z.enum(['string', 'number', 'boolean']).default('string'),
  description: z.string().min(1).optional(),
  required: z.boolean().default(true),
});

const answerSchema = z.strictObject({
  /** Arguments that the call must have, compared by meaning. Without it, the answer is for every call. */
  when: z.record(z.string(), fieldValueSchema).optional(),
  text: z.string(),
  isError: z.boolean().default(false),
  /** The answer is for this many calls; later ones get the next answer. Defaults to all. */
  times: z.number().int().min(1).max(100).optional(),
});
export type ToolAnswerRule = z.output<typeof answerSchema>;

const toolSchema = z.strictObject({
  name: nameSchema.refine((name) => name !== readResourceTool, 'is the name of the tool that reads resources'),
  description: z.string().min(1),
  parameters: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,40}$/), parameterSchema).default({}),
  /** The first answer whose `when` applies. */
  answers: z.array(answerSchema).min(1).max(50),
});
export type TaskTool = z.output<typeof toolSchema>;

const resourceSchema = z.strictObject({
  uri: z.url(),
  name: z.string().min(1),
  description: z.string().min(1).optional(),
  text: z.string(),
});

/**
 * A server with tools in addition to the desktop: a ticket desk, a calendar, a file store. Its answers are data, so
 * equal calls are answered equally in each run.
 */
export const toolServerSchema = z.strictObject({
  server: nameSchema.refine((name) => name !== desktopServer, 'is the name of the server that controls the desktop'),
  /** The server's instructions to its clients. */
  about: z.string().min(1).optional(),
  tools: z.array(toolSchema).min(1).max(30),
  resources: z.array(resourceSchema).max(30).default([]),
});
export type ToolServer = z.output<typeof toolServerSchema>;

export const toolServersSchema = z
  .array(toolServerSchema)
  .min(1)
  .max(8)
  .superRefine((servers, context) => {
    const repeated = (names: readonly string[]) => names.find((name, index) => names.indexOf(name) !== index);
    const server = repeated(servers.map((item) => item.server));
    if (server !== undefined) context.addIssue({ code: 'custom', message: `has the server ${server} twice` });
    for (const { server, tools } of servers) {
      const tool = repeated(tools.map(({ name }) => name));
      if (tool !== undefined) context.addIssue({ code: 'custom', message: `${server} has the tool ${tool} twice` });
    }
  });
