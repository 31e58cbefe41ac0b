import { z } from 'zod';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { Agent } from '../agent.ts';

const modelSchema = z.object({ name: z.string(), isReference: z.boolean() });
/** What an agent that wraps the agent of `--model` may know of it before it asks. */
export type WrappedModel = z.infer<typeof modelSchema>;

/** What the process of an agent's file is told first. */
export const loadSchema = z.object({
  file: z.string(),
  /** The agent of that name among a plug-in's parts; null: the file's own. */
  part: z.string().nullable(),
  settings: z.custom<RunSettings>((value) => typeof value === 'object'),
  /** null: there is none to wrap. */
  model: modelSchema.nullable(),
});
export type LoadRequest = z.infer<typeof loadSchema>;

/** What it answers. */
export const readySchema = z.object({ name: z.string(), isReference: z.boolean() });

/** The code of the error where an agent's file wants to wrap the agent of `--model` and there is none. */
export const modelMissing = 'agent-model-missing';

/** What an agent file's `createAgent` is given. */
export interface AgentFileContext {
  settings: RunSettings;
  /** What there is when no file is named: the prompt agent of `--model`. For agents that wrap another. */
  createModelAgent(): Agent;
}
