import { isReferenceName } from '../../agents/reference/graded.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';

/** The model that osharm calls for a run. Null for reference agents and for agents that call a model themselves. */
export function calledModel(settings: RunSettings): string | null {
  const model = settings.agent === undefined ? (settings.seatedModel ?? settings.model) : settings.seatedModel;
  return model === undefined || isReferenceName(model) ? null : model;
}
