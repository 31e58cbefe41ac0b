import { z } from 'zod';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { Agent } from '../agent.ts';

const modelSchema = z.object({ name: z.string(), isReference: z.boolean() });
export type WrappedModel = z.infer<typeof modelSchema>;

export const loadSchema = z.object({
  file: z.string(),
  part: z.string().nullable(),
  settings: z.custom<RunSettings>((value) => typeof value === 'object'),
  model: modelSchema.nullable(),
});
export type LoadRequest = z.infer<typeof loadSchema>;

export const readySchema = z.object({
  name: z.string(),
  isReference: z.boolean(),
  hasSnapshots: z.boolean(),
  remembers: z.boolean(),
});

/** Error code for an agent file that wraps the model agent in a run without a model. */
export const modelMissing = 'agent-model-missing';

export interface AgentFileContext {
  settings: RunSettings;
  createModelAgent(): Agent;
}
