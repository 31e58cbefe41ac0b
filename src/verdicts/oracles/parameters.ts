import { z } from 'zod';
import { absolutePath } from '../../evidence/effect-log/home.ts';

/** A path in the desktop; `~` is the user's home folder. */
export const pathParameter = z
  .string()
  .min(1)
  .refine((path) => /^[~/$]/.test(path), 'must be absolute or begin with ~')
  .transform((path) => absolutePath(path));

export const pathsParameter = z.array(pathParameter).min(1);

/** Permission bits as an octal string (`"0755"`). */
export const modeParameter = z
  .string()
  .regex(/^[0-7]{3,4}$/, 'must be octal text such as "0755"')
  .transform((mode) => Number.parseInt(mode, 8));

/** Mock hosts. A suite's host table maps external hosts to them. */
export const hostsParameter = z.array(z.string().min(1)).min(1);

/** Tools of the task: `SERVER/TOOL`, with `*` for every one. */
export const toolsParameter = z
  .array(z.string().regex(/^(?:\*|[a-z][a-z0-9_]*)\/(?:\*|[a-z][a-z0-9_]*)$/, 'must be SERVER/TOOL'))
  .min(1);

export const decidesParameter = z.enum(['full', 'necessary-only']).optional();

/** The schema errors in one line: `path: must be absolute or begin with ~; cell: …`. */
export function fieldFaults(error: z.ZodError): string {
  return error.issues
    .map((issue) => (issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`))
    .join('; ');
}
