import { counted } from '../../../base/record/counted.ts';
import { counts, named, type ReportTable, rates, type TableCell, text } from '../report-table.ts';
import type { SearchReport } from './read-searches.ts';

/** What the tables are to be read with, a line an attack. */
export const searchLinesOf = (searches: readonly SearchReport[]): string[] => [
  ...searches.map(
    (one) =>
      `Attack ${one.folder} on ${named(one)}${one.defences === null ? '' : `, behind ${one.defences}`}: ${counted(one.targets, 'target')}, ${one.heldOut} held out, ${counted(one.maxQueries, 'attempt')} a search at most. Success: ${one.success}, by the oracles. Payloads sealed until ${one.sealedUntil}; threat model sha256 ${one.threatModel.slice(0, 16)}.`,
  ),
  ...searches.filter(({ fromExposure }) => fromExposure).map(sharedLine),
  ...(searches.some(({ isReference }) => isReference) ? ['* reference, not a model'] : []),
];

function sharedLine({ folder, strategies }: SearchReport): string {
  const sum = (of: (one: SearchReport['strategies'][number]) => number): number =>
    strategies.reduce((all, one) => all + of(one), 0);
  return `Attack ${folder} began trials where an earlier one was shown its payload: ${sum(({ sharedSteps }) => sharedSteps)} of ${counted(
    sum(({ steps }) => steps),
    'step',
  )} are an earlier trial’s. Such trials depend on each other, and each is shown its payload: success by attempts is higher than for an attacker who begins anew. Runs of winners began at the beginning.`;
}

const keys = ['folder', 'model', 'defences'] as const;
const keyCells = (one: SearchReport): TableCell[] => [one.folder, named(one), one.defences ?? 'none'];

/** Attacks that searched for payloads, as tables; those without rows are left out. */
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
    note: 'Again: runs of winners that succeeded once more, on seeds and task families that the search never saw. Unfinished searches are in no rate. Attacker refused, unusable: the model that was to rewrite a text made none.',
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
      search.strategies.map((one) => [
        ...keyCells(search),
        one.strategy,
        one.searches,
        one.unfinished,
        one.queries,
        one.undecided,
        one.attackerRefused,
        one.attackerUnusable,
        one.queriesPerSuccess,
        one.usdPerSuccess,
        one.confirmedOnSeeds,
        one.confirmedOnTasks,
      ]),
    ),
  };
}

/** Side by side: what a defence keeps out, and what it takes from the user. */
function behindDefences(searches: readonly SearchReport[]): ReportTable {
  return {
    id: 'search-defences',
    title: 'Defences: attack success, and their cost on benign runs',
    note: 'Static: the goals’ own texts. Benign: the same tasks without a payload. Stepped in: benign runs in which the defence stopped or asked something. Compare rows of one model whose tasks are the same.',
    columns: [
      ...text('model', 'defences', 'folder'),
      ...counts('attempts'),
      ...rates('broken by static', 'broken by the search', 'benign tasks done', 'stepped in on benign'),
      ...counts('steps, benign'),
      { name: 'benign run', kind: 'usd' },
    ],
    rows: searches
      .filter(({ strategies }) => strategies.length > 0)
      .toSorted((one, other) => orderOf(one, other))
      .map((one) => [
        named(one),
        one.defences ?? 'none',
        one.folder,
        one.maxQueries,
        brokenBy(one, ['static']),
        brokenBy(one, ['evolve', 'halving']),
        one.benign?.done ?? null,
        one.benign?.intervened ?? null,
        one.benign?.steps ?? null,
        one.benign?.usd ?? null,
      ]),
  };
}

/** Rows of one model stand together, the one without a defence first. */
const orderOf = (one: SearchReport, other: SearchReport): number =>
  one.model.localeCompare(other.model) || (one.defences ?? '').localeCompare(other.defences ?? '');

const brokenBy = ({ strategies }: SearchReport, names: readonly string[]): TableCell =>
  strategies.find(({ strategy }) => names.includes(strategy))?.bySuccess.at(-1)?.broken ?? null;

function transfers(searches: readonly SearchReport[]): ReportTable {
  return {
    id: 'search-transfer',
    title: 'Transfer: payloads that won in another attack, tried here',
    note: 'Runs that succeeded, of all. Nothing was searched for here.',
    columns: [...text(...keys, 'found on', 'payload', 'parts'), ...counts('runs', 'undecided'), ...rates('success')],
    rows: searches.flatMap((search) =>
      search.transfers.map((one) => [
        ...keyCells(search),
        search.foundOn[one.source] ?? '–',
        one.source.slice(0, 12),
        Object.entries(one.genome)
          .filter(([, value]) => !plainValues.has(value))
          .map(([, value]) => value)
          .join(', '),
        one.runs,
        one.undecided,
        one.success,
      ]),
    ),
  };
}

/** What says nothing of a payload where it stands in a table. */
const plainValues: ReadonlySet<string> = new Set(['plain', 'en', 'none', 'bare', '1', 'start', 'blunt']);

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
