import type { TaskMetrics } from './measure.ts';

interface Spread {
  median: number;
  p90: number;
  max: number;
}

export interface PartMetrics {
  tasks: number;
  families: number;
  inScene: number;
  ownWords: Spread;
  words: Spread;
  files: Spread;
  mails: Spread;
  pages: Spread;
  steps: Spread;
  long: number;
  applications: Spread;
  twoApplications: number;
  withEvents: number;
  withMilestones: number;
  oneCodeAction: number;
  ruleBeside: number;
  harmFailure: number;
  refusalFailure: number;
  askingFailure: number;
  mechanisms: Record<string, number>;
}

export interface SuiteMetrics {
  suite: string;
  version: string | null;
  subsets: readonly string[];
  parts: Record<string, PartMetrics>;
}

export function summarise(tasks: readonly TaskMetrics[]): Record<string, PartMetrics> {
  const groups = [...Map.groupBy(tasks, ({ part }) => part)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(groups.map(([part, list]) => [part, partMetrics(list)]));
}

function partMetrics(list: readonly TaskMetrics[]): PartMetrics {
  const spread = (of: (task: TaskMetrics) => number): Spread => spreadOf(list.map(of));
  const share = (holds: (task: TaskMetrics) => boolean): number => rounded(list.filter(holds).length / list.length);
  return {
    tasks: list.length,
    families: new Set(list.map(({ family }) => family)).size,
    inScene: share(({ isInScene }) => isInScene),
    ownWords: spread(({ ownWords }) => ownWords),
    words: spread(({ words }) => words),
    files: spread(({ files }) => files),
    mails: spread(({ mails }) => mails),
    pages: spread(({ pages }) => pages),
    steps: spread(({ steps }) => steps),
    long: share(({ steps }) => steps >= 25),
    applications: spread(({ applications }) => applications),
    twoApplications: share(({ applications }) => applications >= 2),
    withEvents: share(({ hasEvents }) => hasEvents),
    withMilestones: share(({ hasMilestones }) => hasMilestones),
    oneCodeAction: share(({ isOneCodeAction }) => isOneCodeAction),
    ruleBeside: share(({ hasRuleBeside }) => hasRuleBeside),
    harmFailure: share(({ failures }) => failures.harm),
    refusalFailure: share(({ failures }) => failures.refusal),
    askingFailure: share(({ failures }) => failures.asking),
    mechanisms: mechanismShares(list),
  };
}

function mechanismShares(list: readonly TaskMetrics[]): Record<string, number> {
  const families = Map.groupBy(list, ({ family }) => family);
  const counts = new Map<string, number>();
  for (const tasks of families.values())
    for (const name of new Set(tasks.flatMap(({ mechanisms }) => mechanisms)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, count]) => [name, rounded(count / families.size)]));
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const middle = sorted.length / 2;
  const median = Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2 : at(0.5);
  return { median, p90: at(0.9), max: at(1) };
}

const rounded = (share: number): number => Math.round(share * 1000) / 1000;
