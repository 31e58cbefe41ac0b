import { openAgents, openDefences } from '../agent/plugged.ts';
import { vectors } from '../attack/vectors/registry.ts';
import { oracles } from '../oracles/registry.ts';
import type { PlanKnowledge } from '../plan/plan-runs.ts';
import { openProviders } from '../providers/registry.ts';
import { originText } from '../record/open-registry.ts';
import { conditionKinds } from '../score/conditions/registry.ts';

/** The plug-ins whose parts a run names, with version and hash: another version makes another run. Null: none. */
export const pluginsOf: NonNullable<PlanKnowledge['pluginsOf']> = ({ task, injection, settings }) => {
  const harms = [...(task.harm ?? []), ...(injection?.goalFile.goal.harm ?? [])];
  const conditions = [...(task.check ?? []), ...(task.completion?.check ?? [])];
  const origins = [
    ...harms.map(({ oracle }) => oracles.originOf(oracle)),
    ...conditions.map(({ kind }) => conditionKinds.originOf(kind)),
    injection === null ? null : vectors.originOf(injection.vector),
    ...(settings.alsoBy ?? '').split(',').map((name) => vectors.originOf(name)),
    openProviders.originOf(settings.provider),
    settings.agent === undefined ? null : openAgents.originOf(settings.agent),
    ...(settings.defences ?? '').split(',').map((name) => openDefences.originOf(name)),
  ];
  const texts = [...new Set(origins.flatMap((origin) => (origin === null ? [] : [originText(origin)])))].sort();
  return texts.length === 0 ? null : texts.join(',');
};
