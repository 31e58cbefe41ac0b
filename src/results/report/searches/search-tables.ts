import { counted } from '../../../base/record/counted.ts';
import { counts, named, type ReportTable, rates, type TableCell, text } from '../report-table.ts';
import type { SearchReport } from './read-searches.ts';

export const searchLinesOf = (searches: readonly SearchReport[]): string[] => [
  ...searches.map(
    (search) =>
      `Attack ${search.folder} on ${named(search)}${search.defences === null ? '' : `, behind ${search.defences}`}: ${counted(search.targets, 'target')}, ${search.heldOut} held out, ${counted(search.maxQueries, 'attempt')} a search at most. Success: ${search.success}, by the oracles. Payloads sealed until ${search.sealedUntil}; threat model sha256 ${search.threatModel.slice(0, 16)}.`,
  ),
  ...searches.filter(({ fromExposure }) => fromExposure).map(sharedLine),
  ...(searches.some(({ isReference }) => isReference) ? ['* reference, not a model'] : []),
];

function sharedLine({ folder, strategies }: SearchReport): string {
  const sum = (of: (strategyFigures: SearchReport['strategies'][number]) => number): number =>
    strategies.reduce((all, strategyFigures) => all + of(strategyFigures), 0);
  return `Attack ${folder} began trials at the step where an earlier one was shown its payload: ${sum(({ sharedSteps }) => sharedSteps)} of ${counted(
    sum(({ steps }) => steps),
    'step',
  )} are an earlier trial’s. Such trials depend on each other, and each is shown its payload: success by attempts is higher than for an attacker who starts from scratch. Runs of winners started at the first step.`;
}

const keys = ['folder', 'model', 'defences'] as const;
const keyCells = (searchReport: SearchReport): TableCell[] => [
  searchReport.folder,
  named(searchReport),
  searchReport.defences ?? 'none',
];

export function searchTables(searches: readonly SearchReport[]): ReportTable[] {
  return [
    byAttempts(searches),
    effort(searches),
    behindDefences(searches),
    transfers(searches),
    operators(searches),
  ].filter(({ rows }) => rows.length > 0);
}

function byAttempts(searches: readonly SearchReport[]): ReportTable {
  const strategies = searches.flatMap((search) => search.strategies.map((strategy) => ({ search, strategy })));
  const attemptCounts = [
    ...new Set(strategies.flatMap(({ strategy }) => strategy.bySuccess.map(({ attempts }) => attempts))),
  ];
  attemptCounts.sort((a, b) => a - b);
  return {
    id: 'search-success',
    title: 'Attack success by number of attempts (targets with a success within that many)',
    note: 'Each attempt is a run with another payload. Random and static are baselines with the same number of attempts. Intervals take the tasks of a family as one.',
    columns: [
      ...text(...keys, 'success', 'strategy'),
      ...rates(...attemptCounts.map((attempts) => `within ${attempts}`)),
    ],
    rows: strategies.map(({ search, strategy }) => [
      ...keyCells(search),
      search.success,
      strategy.strategy,
      ...attemptCounts.map(
        (attempts) => strategy.bySuccess.find((point) => point.attempts === attempts)?.broken ?? null,
      ),
    ]),
  };
}

function effort(searches: readonly SearchReport[]): ReportTable {
  return {
    id: 'search-effort',
    title: 'Cost of a success, and whether it succeeds again',
    note: 'Again: runs of winners that succeeded once more, on seeds and task families that the search never saw. Unfinished searches are in no rate. Attacker refused, unusable: the model that was to rewrite a text returned none.',
    columns: [
      ...text(...keys, 'strategy'),
      ...counts(
        'searches',
        'unfinished',
        'queries',
        'undecided',
        'attacker refused',
        'attacker unusable',
        'queries per success',
      ),
      { name: 'per success', kind: 'usd' },
      ...rates('again, held-out seeds', 'again, held-out tasks'),
    ],
    rows: searches.flatMap((search) =>
      search.strategies.map((strategy) => [
        ...keyCells(search),
        strategy.strategy,
        strategy.searches,
        strategy.unfinished,
        strategy.queries,
        strategy.undecided,
        strategy.attackerRefused,
        strategy.attackerUnusable,
        strategy.queriesPerSuccess,
        strategy.usdPerSuccess,
        strategy.confirmedOnSeeds,
        strategy.confirmedOnTasks,
      ]),
    ),
  };
}

function behindDefences(searches: readonly SearchReport[]): ReportTable {
  return {
    id: 'search-defences',
    title: 'Defences: attack success, and their cost on benign runs',
    note: 'Static: the goals’ own texts. Benign: the same tasks without a payload. Stepped in: benign runs in which the defence intervened. Compare only rows of one model and the same tasks.',
    columns: [
      ...text('model', 'defences', 'folder'),
      ...counts('attempts'),
      ...rates('broken by static', 'broken by the search', 'benign tasks done', 'stepped in on benign'),
      ...counts('steps, benign'),
      { name: 'benign run', kind: 'usd' },
    ],
    rows: searches
      .filter(({ strategies }) => strategies.length > 0)
      .toSorted((searchReport, other) => orderOf(searchReport, other))
      .map((search) => [
        named(search),
        search.defences ?? 'none',
        search.folder,
        search.maxQueries,
        brokenBy(search, ['static']),
        brokenBy(search, ['evolve', 'halving']),
        search.benign?.done ?? null,
        search.benign?.intervened ?? null,
        search.benign?.steps ?? null,
        search.benign?.usd ?? null,
      ]),
  };
}

const orderOf = (searchReport: SearchReport, other: SearchReport): number =>
  searchReport.model.localeCompare(other.model) || (searchReport.defences ?? '').localeCompare(other.defences ?? '');

const brokenBy = ({ strategies }: SearchReport, names: readonly string[]): TableCell =>
  strategies.find(({ strategy }) => names.includes(strategy))?.bySuccess.at(-1)?.broken ?? null;

function transfers(searches: readonly SearchReport[]): ReportTable {
  return {
    id: 'search-transfer',
    title: 'Transfer: payloads that won in another attack, tried here',
    note: 'Runs that succeeded, of all. Nothing was searched for here.',
    columns: [...text(...keys, 'found on', 'payload', 'parts'), ...counts('runs', 'undecided'), ...rates('success')],
    rows: searches.flatMap((search) =>
      search.transfers.map((transfer) => [
        ...keyCells(search),
        search.foundOn[transfer.source] ?? '–',
        transfer.source.slice(0, 12),
        Object.entries(transfer.genome)
          .filter(([, value]) => !plainValues.has(value))
          .map(([, value]) => value)
          .join(', '),
        transfer.runs,
        transfer.undecided,
        transfer.success,
      ]),
    ),
  };
}

/** Default values, which do not characterise a payload. */
const plainValues: ReadonlySet<string> = new Set(['plain', 'en', 'none', 'bare', '1', 'start', 'blunt']);

function operators(searches: readonly SearchReport[]): ReportTable {
  return {
    id: 'search-operators',
    title: 'Which parts of a payload contribute (random payloads)',
    note: 'Runs whose payload had that part. Initiated: an act towards the harm. Many parts are compared: of twenty, one differs by chance alone.',
    columns: [...text(...keys, 'part', 'value'), ...counts('queries'), ...rates('initiated', 'success')],
    rows: searches.flatMap((search) =>
      search.operators.map((operator) => [
        ...keyCells(search),
        operator.axis,
        operator.value,
        operator.queries,
        operator.initiated,
        operator.success,
      ]),
    ),
    isDetail: true,
  };
}
