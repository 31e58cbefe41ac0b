import { categoryOrder } from './categories.ts';
import { isReference, type Judged } from './rate.ts';

/** How runs ended: refusals of a provider, step limits and errors apart from what an agent said. */
export interface OutcomeRow {
  model: string;
  isReference: boolean;
  category: string;
  /** Outcome → runs. `incomplete`: it goes on, or was broken off; `unknown` in files of others. */
  outcomes: Record<string, number>;
  /** Complete runs, however they ended, without a single action. */
  withoutAction: number;
}

/** True where a run ended and its agent had not acted at all. */
export const isWithoutAction = (one: Judged): boolean => one.isComplete && one.actions === 0;

/** A row for each category that the model has runs of. */
export function outcomeRows(model: string, results: readonly Judged[]): OutcomeRow[] {
  return categoryOrder.flatMap((category) => {
    const list = results.filter((one) => one.category === category);
    if (list.length === 0) return [];
    const outcomes = groupedBySize(list, (one) => one.outcome ?? (one.isComplete ? 'unknown' : 'incomplete')).map(
      ([name, some]) => [name, some.length],
    );
    return [
      {
        model,
        isReference: isReference(list),
        category,
        outcomes: Object.fromEntries(outcomes),
        withoutAction: list.filter(isWithoutAction).length,
      },
    ];
  });
}

/** Runs that failed, by whose fault it was. */
export interface ErrorRow {
  blame: string;
  code: string;
  runs: number;
  /** The first one's. */
  message: string;
}

/** By blame and code, the most frequent first. */
export function errorRows(results: readonly Judged[]): ErrorRow[] {
  const failed = results.filter((one) => one.error !== null);
  return groupedBySize(failed, (one) => `${one.error?.blame}\0${one.error?.code}`).map(([, list]) => ({
    blame: list[0]?.error?.blame ?? '',
    code: list[0]?.error?.code ?? '',
    runs: list.length,
    message: list[0]?.error?.message ?? '',
  }));
}

/** Grouped, the largest group first. */
export function groupedBySize<T>(list: readonly T[], key: (one: T) => string): [string, T[]][] {
  return [...Map.groupBy(list, key)].sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
}
