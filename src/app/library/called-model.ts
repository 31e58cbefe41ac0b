import { isReferenceName } from '../../agents/reference/graded.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';

/** The model of ours that a run calls. Null where no model of ours is called: reference agents, and agents that call their own. */
export function calledModel(settings: RunSettings): string | null {
  const model = settings.agent === undefined ? (settings.seatedModel ?? settings.model) : settings.seatedModel;
  return model === undefined || isReferenceName(model) ? null : model;
}
