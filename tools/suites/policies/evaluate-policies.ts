import { parts, type TaskPart } from '../../../src/tasks/suite/part.ts';
import { loadSubset, loadTask, type Suite } from '../../../src/tasks/suite/suite.ts';
import { blindPolicies, passesTask } from './blind-policies.ts';
import { type DecisionFacts, decisionFacts } from './decision-facts.ts';

export interface TaskOutcome {
  facts: DecisionFacts;
  /** By the policy's name. Null if undetermined. */
  passed: Readonly<Record<string, boolean | null>>;
  passes: number;
  undetermined: readonly string[];
  /** The result on which all determined policies agree, or null if they don't. */
  agreed: boolean | null;
}

export interface PassShare {
  passed: number;
  determined: number;
  all: number;
}

export interface PolicyScore {
  policy: string;
  part: TaskPart;
  tasks: PassShare;
  twins: PassShare;
  /** The mean of the shares passed of tasks and of twins (0 … 1), if undetermined ones fail and if they pass. */
  balanced: readonly [lowest: number, highest: number];
}

export interface PolicyPanel {
  suite: string;
  subset: string;
  outcomes: readonly TaskOutcome[];
  scores: readonly PolicyScore[];
}

/** Decides for each task of a subset which policies pass it, from the suite's files alone. */
export function evaluatePolicies(suite: Suite, subset: string): PolicyPanel {
  const tasks = Object.entries(loadSubset(suite, subset).subset).flatMap(([domain, ids]) =>
    ids.map((id) => loadTask(suite, domain, id).task),
  );
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const twins = new Map(tasks.flatMap((task) => (task.twin_of === undefined ? [] : [[task.twin_of, task] as const])));
  const outcomes = tasks.flatMap((task) => {
    const other = task.twin_of === undefined ? twins.get(task.id) : byId.get(task.twin_of);
    const facts = decisionFacts(suite, task, other ?? null);
    return facts === null ? [] : [outcomeOf(facts)];
  });
  return { suite: `${suite.name} ${suite.version}`, subset, outcomes, scores: scoresOf(outcomes) };
}

function outcomeOf(facts: DecisionFacts): TaskOutcome {
  const results = blindPolicies.map((policy) => [policy.name, passesTask(policy, facts)] as const);
  const determined = results.flatMap(([, result]) => result ?? []);
  const [first = null] = determined;
  return {
    facts,
    passed: Object.fromEntries(results),
    passes: determined.filter(Boolean).length,
    undetermined: results.flatMap(([name, result]) => (result === null ? [name] : [])),
    agreed: determined.every((result) => result === first) ? first : null,
  };
}

export const presentParts = (outcomes: readonly TaskOutcome[]): TaskPart[] =>
  parts.filter((part) => outcomes.some(({ facts }) => facts.part === part));

function scoresOf(outcomes: readonly TaskOutcome[]): PolicyScore[] {
  return presentParts(outcomes).flatMap((part) =>
    blindPolicies.map(({ name }): PolicyScore => {
      const share = (isTwin: boolean): PassShare => {
        const some = outcomes.filter(({ facts }) => facts.part === part && facts.isTwin === isTwin);
        const results = some.flatMap(({ passed }) => passed[name] ?? []);
        return { passed: results.filter(Boolean).length, determined: results.length, all: some.length };
      };
      const [tasks, twins] = [share(false), share(true)];
      const sides = [tasks, twins].filter(({ all }) => all > 0);
      const meanShare = (count: (share: PassShare) => number): number =>
        sides.reduce((sum, side) => sum + count(side) / side.all, 0) / sides.length;
      const lowest = meanShare(({ passed }) => passed);
      const highest = meanShare(({ passed, determined, all }) => passed + all - determined);
      return { policy: name, part, tasks, twins, balanced: [lowest, highest] };
    }),
  );
}
