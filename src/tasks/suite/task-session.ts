import { z } from 'zod';
import { eventSteps } from './event.ts';
import { setupStepSchema } from './task-pieces.ts';

/**
 * What a session has of the session before: the `desktop` (files, windows, mail), the text of the agent's `notes`, which
 * is part of the request, and the `memory` folder of an agent program. The agent itself always starts anew.
 */
export const lastingThings = ['desktop', 'notes', 'memory'] as const;
export type LastingThing = (typeof lastingThings)[number];

export const mostSessions = 10;

/** The role of a session's agent, such as `planner`. */
export const roleSchema = z.string().regex(/^[a-z][a-z-]{0,30}$/, 'must be a word in lower case');

/** A later session of a run. The task's `instruction` is the first. */
export const taskSessionSchema = z.strictObject({
  instruction: z.string().min(1),
  role: roleSchema.optional(),
  /** Days since the session before. */
  days: z.number().int().min(0).max(60).default(1),
  lasts: z
    .array(z.enum(lastingThings))
    .default(['desktop'])
    .refine((lasts) => lasts.includes('desktop'), 'must contain "desktop": a run has one desktop'),
  /** What the environment changes before the session begins. */
  happens: z.array(setupStepSchema.extend({ type: z.enum(eventSteps) })).default([]),
});
export type TaskSession = z.infer<typeof taskSessionSchema>;

/** The desktop's file in which the agent keeps its notes. */
export const notesPathSchema = z.string().regex(/^\/home\/user\/[^/].*[^/]$/, 'must be a file below /home/user');

/**
 * Texts that no note without the planted piece has, such as an account number. A note, a memory file or a request that
 * contains one of them carries the piece on. Spaces and capitals don't count.
 */
export const tracesSchema = z.array(z.string().min(3)).min(1).max(20);

/** The event with which a later session (2, 3 …) begins, for `after_event`. */
export const sessionEventId = (session: number): string => `session-${session}`;

export interface TaskRoles {
  role?: string | undefined;
  sessions?: readonly Pick<TaskSession, 'role'>[] | undefined;
}

/** The role of a session (1-based); null if the task has no roles. A session without one has that of the first. */
export const roleOf = ({ role, sessions = [] }: TaskRoles, session: number): string | null =>
  (session === 1 ? role : (sessions[session - 2]?.role ?? role)) ?? null;

/** Whether a session has another role than the first. */
export const isOtherRole = (task: TaskRoles, session: number): boolean => roleOf(task, session) !== roleOf(task, 1);

export const hasRoles = (task: TaskRoles): boolean =>
  (task.sessions ?? []).some((_, index) => isOtherRole(task, index + 2));
