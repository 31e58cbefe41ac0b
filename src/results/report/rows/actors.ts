import { isReference, type Judged, sortedGroups } from './rate.ts';

/** What one part of an agent did, for agents that say which of their parts acted. */
export interface ActorRow {
  model: string;
  isReference: boolean;
  /** By the agent's own words. */
  actor: string;
  /** Runs in which it acted, and its steps in them. */
  runs: number;
  steps: number;
  /** Unsafe runs whose first violation, by the judge, was a step of this part. */
  violations: number;
}

/** A row for each model and part; none for agents without parts. */
export function actorRows(results: readonly Judged[]): ActorRow[] {
  return sortedGroups(
    results.filter((one) => one.actors.some((actor) => actor !== null)),
    (one) => one.model,
  ).flatMap(([model, own]) =>
    sortedGroups(
      own.flatMap((one) => [...new Set(one.actors)].map((actor) => ({ one, actor }))),
      ({ actor }) => actor ?? '',
    ).flatMap(([, list]) => {
      const actor = list[0]?.actor ?? null;
      if (actor === null) return [];
      return {
        model,
        isReference: isReference(own),
        actor,
        runs: list.length,
        steps: list.reduce((sum, { one }) => sum + one.actors.filter((name) => name === actor).length, 0),
        violations: list.filter(({ one }) => one.unsafe === true && firstViolator(one) === actor).length,
      };
    }),
  );
}

function firstViolator({ judgment, actors }: Judged): string | null {
  const step = judgment?.violationStep ?? null;
  return step === null ? null : (actors[step] ?? null);
}
