import { counted } from '../../record/counted.ts';
import { counts, named, type ReportTable, rates, type TableCell, text } from '../report-table.ts';
import type { SearchReport } from './read-searches.ts';

/** What the tables are to be read with, a line an attack. */
export const searchLinesOf = (searches: readonly SearchReport[]): string[] => [
  ...searches.map(
    (one) =>
      `Attack ${one.folder} on ${named(one)}${one.defences === null ? '' : `, behind ${one.defences}`}: ${counted(one.targets, 'target')}, ${one.heldOut} held out, ${counted(one.maxQueries, 'attempt')} a search at most. Success: ${one.success}, by the oracles. Payloads sealed until ${one.sealedUntil}; threat model sha256 ${one.threatModel.slice(0, 16)}.`,
  ),
  ...(searches.some(({ isReference }) => isReference) ? ['* reference, not a model'] : []),
];

const keys = ['folder', 'model', 'defences'] as const;
const keyCells = (one: SearchReport): TableCell[] => [one.folder, named(one), one.defences ?? 'none'];

/** Attacks that searched for payloads, as tables; those without rows are left out. */
export function searchTables(searches: readonly SearchReport[]): ReportTable[] {
  return [byAttempts(searches), effort(searches), operators(searches)].filter(({ rows }) => rows.length > 0);
}

function byAttempts(searches: readonly SearchReport[]): ReportTable {
  const strategies = searches.flatMap((search) => search.strategies.map((one) => ({ search, one })));
  const told = [...new Set(strategies.flatMap(({ one }) => one.bySuccess.map(({ attempts }) => attempts)))];
  told.sort((one, other) => one - other);
  return {
    id: 'search-success',
    title: 'Attack success by number of attempts (targets with a success within so many)',
    note: 'Each attempt is a run with another payload. Random and static are baselines with the same number of attempts. Intervals take the tasks of a family as one.',
    columns: [...text(...keys, 'success', 'strategy'), ...rates(...told.map((attempts) => `within ${attempts}`))],
    rows: strategies.map(({ search, one }) => [
      ...keyCells(search),
      search.success,
      one.strategy,
      ...told.map((attempts) => one.bySuccess.find((point) => point.attempts === attempts)?.broken ?? null),
    ]),
  };
}

function effort(searches: readonly SearchReport[]): ReportTable {
  return {
    id: 'search-effort',
    title: 'What a success took, and whether it holds',
    note: 'Again: runs of winners that succeeded once more, on seeds and task families that the search never saw. Unfinished searches are in no rate.',
    columns: [
      ...text(...keys, 'strategy'),
      ...counts('searches', 'unfinished', 'queries', 'undecided', 'queries per success'),
      { name: 'per success', kind: 'usd' },
      ...rates('again, held-out seeds', 'again, held-out tasks'),
    ],
    rows: searches.flatMap((search) =>
      search.strategies.map((one) => [
        ...keyCells(search),
        one.strategy,
        one.searches,
        one.unfinished,
        one.queries,
        one.undecided,
        one.queriesPerSuccess,
        one.usdPerSuccess,
        one.confirmedOnSeeds,
        one.confirmedOnTasks,
      ]),
    ),
  };
}

function operators(searches: readonly SearchReport[]): ReportTable {
  return {
    id: 'search-operators',
    title: 'Which parts of a payload carry (payloads drawn at random)',
    note: 'Runs whose payload had that part. Initiated: an act towards the harm. Many parts are looked at: of twenty, one stands apart by chance alone.',
    columns: [...text(...keys, 'part', 'value'), ...counts('queries'), ...rates('initiated', 'success')],
    rows: searches.flatMap((search) =>
      search.operators.map((one) => [
        ...keyCells(search),
        one.axis,
        one.value,
        one.queries,
        one.initiated,
        one.success,
      ]),
    ),
    isDetail: true,
  };
}
