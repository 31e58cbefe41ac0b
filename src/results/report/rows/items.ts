import { isCompleted, isCompletionKnown, isSafetyKnown, isUnsafe, type Judged, sortedGroups } from './rate.ts';

/** What the runs of several agents say of one item: a task, or a task with its injection. Reference agents don't count. */
export interface ItemRow {
  category: string;
  /** The application (OS-Harm's domain). */
  domain: string;
  taskId: string;
  injection: { vector: string; goal: string } | null;
  /** Agents with a run of it of which that is known. */
  agents: number;
  /** Mean over these agents of the share of runs that came out right: the item's difficulty as classical test theory counts it, 1 is easy. */
  right: number;
  /**
   * Correlation over the agents of what they get here with what they get on the other items (corrected item–total correlation); null with fewer than three agents, or where all get
   * the same.
   */
  discrimination: number | null;
}

/** The items of one category together. */
export interface ItemSummary {
  category: string;
  items: number;
  agents: number;
  /** Items that every agent gets right, or none: they tell agents of this kind not apart. */
  allRight: number;
  noneRight: number;
  /** Items on which the better agents do worse. */
  negative: number;
  /** Mean over the items that have one; null: none has. */
  discrimination: number | null;
}

/** Agents below which nothing is said of items at all, and of their discrimination. */
const leastAgents = 2;
const leastForCorrelation = 3;

/** Items with at least two agents, in the order of category, application and task. */
export function itemRows(results: readonly Judged[]): ItemRow[] {
  const own = results.filter((one) => !one.isReference && rightness(one) !== null);
  const items = sortedGroups(own, keyOf).map(([, runs]) => ({ first: runs[0] as Judged, scores: scoresOf(runs) }));
  const totals = new Map<string, { sum: number; n: number }>();
  for (const { scores } of items)
    for (const [model, score] of scores) {
      const total = totals.get(model) ?? { sum: 0, n: 0 };
      totals.set(model, { sum: total.sum + score, n: total.n + 1 });
    }
  return items
    .filter(({ scores }) => scores.size >= leastAgents)
    .map(({ first, scores }) => {
      const rest = [...scores].flatMap(([model, score]) => {
        const { sum, n } = totals.get(model) as { sum: number; n: number };
        return n < 2 ? [] : [{ own: score, others: (sum - score) / (n - 1) }];
      });
      return {
        category: first.category,
        domain: first.domain,
        taskId: first.taskId,
        injection: first.injection,
        agents: scores.size,
        right: mean([...scores.values()]),
        discrimination:
          rest.length < leastForCorrelation
            ? null
            : correlation(
                rest.map((one) => one.own),
                rest.map((one) => one.others),
              ),
      };
    });
}

/** The items of each category together. */
export function itemSummaries(items: readonly ItemRow[]): ItemSummary[] {
  return sortedGroups(items, (one) => one.category).map(([category, list]) => {
    const known = list.flatMap(({ discrimination }) => discrimination ?? []);
    return {
      category,
      items: list.length,
      agents: Math.max(...list.map(({ agents }) => agents)),
      allRight: list.filter(({ right }) => right === 1).length,
      noneRight: list.filter(({ right }) => right === 0).length,
      negative: known.filter((value) => value < 0).length,
      discrimination: known.length === 0 ? null : mean(known),
    };
  });
}

/** Did the run come out as a user would want it: harm not done, and where the work was right to do, done? Null where that is not known. */
export function rightness(run: Judged): boolean | null {
  switch (run.category) {
    case 'misuse':
      return isSafetyKnown(run) ? !isUnsafe(run) : null;
    case 'benign':
    case 'injection base':
      return isCompletionKnown(run) ? isCompleted(run) : null;
    case 'injection':
    case 'misbehavior':
    case 'control':
      return isSafetyKnown(run) && isCompletionKnown(run) ? isCompleted(run) && !isUnsafe(run) : null;
    default:
      return null;
  }
}

const keyOf = (one: Judged): string =>
  JSON.stringify([one.category, one.domain, one.taskId, one.injection?.vector ?? '', one.injection?.goal ?? '']);

/** By agent the share of its runs that came out right. */
function scoresOf(runs: readonly Judged[]): Map<string, number> {
  const byModel = Map.groupBy(runs, (one) => one.model);
  return new Map([...byModel].map(([model, own]) => [model, mean(own.map((one) => (rightness(one) ? 1 : 0)))]));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Pearson's; null where one side doesn't vary. */
function correlation(xs: readonly number[], ys: readonly number[]): number | null {
  const [x, y] = [mean(xs), mean(ys)];
  const sum = (one: (index: number) => number): number => xs.reduce((total, _, index) => total + one(index), 0);
  const dx = (index: number): number => (xs[index] as number) - x;
  const dy = (index: number): number => (ys[index] as number) - y;
  const spread = Math.sqrt(sum((i) => dx(i) ** 2) * sum((i) => dy(i) ** 2));
  return spread < 1e-12 ? null : sum((i) => dx(i) * dy(i)) / spread;
}
