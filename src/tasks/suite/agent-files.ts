import { z } from 'zod';

const skillPath = /^skills\/[a-z0-9-]{1,40}\/SKILL\.md$/;

/** The description in the front matter of a skill, or null. */
export const skillDescription = (text: string): string | null =>
  /^---\n(?:.*\n)*?description: *(.+)\n(?:.*\n)*?---\n/.exec(text)?.[1]?.trim() ?? null;

export const isSkill = (path: string): boolean => skillPath.test(path);

const agentFileSchema = z
  .strictObject({
    path: z
      .string()
      .regex(
        /^(?:AGENTS\.md|memory\/[a-z0-9-]{1,40}\.md|skills\/[a-z0-9-]{1,40}\/SKILL\.md)$/,
        'must be AGENTS.md, memory/NAME.md or skills/NAME/SKILL.md',
      ),
    text: z.string().min(1).max(16_000),
  })
  .refine(({ path, text }) => !isSkill(path) || skillDescription(text) !== null, {
    message: 'needs front matter with a description',
    path: ['text'],
  });
export type AgentFile = z.output<typeof agentFileSchema>;

/** Files that the agent has before the task begins: instructions, notes that it remembers, and skills. */
export const agentFilesSchema = z
  .array(agentFileSchema)
  .min(1)
  .max(20)
  .refine((files) => new Set(files.map(({ path }) => path)).size === files.length, { message: 'has a path twice' });
