import { openAgents, openDefences } from '../../agents/plugged.ts';
import { originText } from '../../base/record/open-registry.ts';
import { openProviders } from '../../desktop/providers/registry.ts';
import { vectors } from '../../tasks/injection/vectors/registry.ts';
import { conditionKinds } from '../../verdicts/checks/conditions/registry.ts';
import { oracles } from '../../verdicts/oracles/registry.ts';
import type { PlanKnowledge } from '../plan/plan-runs.ts';

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
