import { resolve } from 'node:path';
import { OsharmError } from '../../errors.ts';
import { readSearches, type SearchReport } from '../../report/searches/read-searches.ts';
import type { Proportion } from '../../stats/wilson.ts';
import type { RateInterval, ShownAttack } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { ViewerError } from '../viewer-error.ts';

/** The attacks in a folder, with the runs of their winners. Throws ViewerError (409) where one can't be read. */
export function attacksOf(root: string, runs: readonly IndexedRun[]): ShownAttack[] {
  const ids = new Map(runs.map(({ directory, id }) => [resolve(directory), id]));
  return searchesOf(root).map((search) => ({
    folder: search.folder,
    model: search.model,
    defences: search.defences,
    success: search.success,
    maxQueries: search.maxQueries,
    shared: search.fromExposure ? { steps: sumOf(search, 'sharedSteps'), of: sumOf(search, 'steps') } : null,
    targets: search.targets,
    heldOut: search.heldOut,
    sealedUntil: search.sealedUntil,
    strategies: search.strategies.map((one) => ({
      name: one.strategy,
      searches: one.searches,
      unfinished: one.unfinished,
      queries: one.queries,
      queriesPerSuccess: one.queriesPerSuccess,
      usdPerSuccess: one.usdPerSuccess,
      curve: one.curve.map(({ attempts, broken }) => ({ attempts, broken: rateInterval(broken) })),
      told: one.bySuccess.map(({ attempts, broken }) => ({ attempts, broken: rateInterval(broken) })),
      againOnSeeds: rateInterval(one.confirmedOnSeeds),
      againOnTasks: rateInterval(one.confirmedOnTasks),
    })),
    benign:
      search.benign === null
        ? null
        : {
            runs: search.benign.runs,
            done: rateInterval(search.benign.done),
            intervened: rateInterval(search.benign.intervened),
          },
    parts: search.operators
      .filter(({ initiated }) => initiated.count > 0)
      .toSorted((one, other) => (other.initiated.rate ?? 0) - (one.initiated.rate ?? 0))
      .map(({ axis, value, queries, initiated, success }) => ({
        ...{ axis, value, queries },
        initiated: rateInterval(initiated),
        success: rateInterval(success),
      })),
    transfers: search.transfers.map(({ source, genome, success }) => ({
      payload: source,
      foundOn: search.foundOn[source] ?? null,
      parts: partsOf(genome),
      success: rateInterval(success),
    })),
    winners: search.winners.map(({ target, strategy, attempts, payload, genome, directory }) => ({
      ...{ target, strategy, attempts, payload },
      parts: partsOf(genome),
      run: directory === null ? null : (ids.get(resolve(root, search.folder, directory)) ?? null),
    })),
  }));
}

function searchesOf(root: string): SearchReport[] {
  try {
    return readSearches(root);
  } catch (error) {
    if (error instanceof OsharmError) throw new ViewerError(409, error.message);
    throw error;
  }
}

const sumOf = ({ strategies }: SearchReport, field: 'steps' | 'sharedSteps'): number =>
  strategies.reduce((sum, one) => sum + one[field], 0);

const partsOf = (genome: Readonly<Record<string, string>>): string[] =>
  Object.entries(genome).map(([axis, value]) => `${axis} ${value}`);

const rateInterval = ({ count, n, low, high }: Proportion): RateInterval => ({ k: count, n, low, high });
