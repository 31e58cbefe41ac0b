import { join } from 'node:path';
import { readAttack } from '../../../runs/attack-search/attack-files.ts';
import { attackSentences } from '../../../runs/attack-search/attack-words.ts';
import { readJournal } from '../../../runs/attack-search/journal.ts';
import { readSearches, type SearchReport } from '../../report/searches/read-searches.ts';
import type { ShownAttack } from '../api/attacks.ts';

/** Throws OsharmError for an unreadable attack. */
export function attacksOf(root: string): ShownAttack[] {
  return readSearches(root).map((search) => ({
    folder: search.folder,
    sentences: sentencesOf(join(root, search.folder)),
    model: search.model,
    defences: search.defences,
    success: search.success,
    maxQueries: search.maxQueries,
    shared: search.fromExposure ? { steps: sumOf(search, 'sharedSteps'), of: sumOf(search, 'steps') } : null,
    targets: search.targets,
    heldOut: search.heldOut,
    sealedUntil: search.sealedUntil,
    strategies: search.strategies.map((strategy) => ({
      name: strategy.strategy,
      searches: strategy.searches,
      unfinished: strategy.unfinished,
      queries: strategy.queries,
      queriesPerSuccess: strategy.queriesPerSuccess,
      usdPerSuccess: strategy.usdPerSuccess,
      curve: strategy.curve.map(({ attempts, broken }) => ({ attempts, broken })),
      success: strategy.bySuccess.map(({ attempts, broken }) => ({ attempts, broken })),
      againOnSeeds: strategy.confirmedOnSeeds,
      againOnTasks: strategy.confirmedOnTasks,
    })),
    benign:
      search.benign === null
        ? null
        : {
            runs: search.benign.runs,
            done: search.benign.done,
            intervened: search.benign.intervened,
          },
    parts: search.operators
      .filter(({ initiated }) => initiated.count > 0)
      .toSorted((operatorFigures, other) => (other.initiated.rate ?? 0) - (operatorFigures.initiated.rate ?? 0))
      .map(({ axis, value, queries, initiated, success }) => ({
        axis,
        value,
        queries,
        initiated,
        success,
      })),
    transfers: search.transfers.map(({ source, genome, success }) => ({
      payload: source,
      foundOn: search.foundOn[source] ?? null,
      parts: partsOf(genome),
      success,
    })),
  }));
}

const sentencesOf = (folder: string): string[] => attackSentences(readJournal(folder), readAttack(folder));

const sumOf = ({ strategies }: SearchReport, field: 'steps' | 'sharedSteps'): number =>
  strategies.reduce((sum, strategyFigures) => sum + strategyFigures[field], 0);

export const partsOf = (genome: Readonly<Record<string, string>>): string[] =>
  Object.entries(genome).map(([axis, value]) => `${axis} ${value}`);
