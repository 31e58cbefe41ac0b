import { isReferenceAgent } from '../../agents/reference/reference-names.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';

/** The model of ours that a run calls. Null where no model of ours is called: reference agents, and agents that call their own. */
export function calledModel(settings: RunSettings): string | null {
  const model = settings.agent === undefined ? (settings.seatedModel ?? settings.model) : settings.seatedModel;
  return model === undefined || isReferenceAgent(model) ? null : model;
}
