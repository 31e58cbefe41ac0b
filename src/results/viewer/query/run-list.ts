import type { Proportion } from '../../../base/statistics/wilson.ts';
import { pick } from '../../model/pick.ts';
import { tookSomething } from '../../model/spent.ts';
import { causalSentence } from '../../report/cause.ts';
import { outcomeWords } from '../../report/outcome-words.ts';
import { harmAndUsefulness } from '../../report/rate.ts';
import type { Change, RunList, RunRow } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import type { FindText } from '../index/text-fields.ts';
import { rowFields } from '../shown-fields.ts';
import { changesIn } from './changes.ts';
import { facetValues, filtered, isRerun, isUndecided, isUnfinished } from './filters.ts';
import { chosenJudge, completedBy, isSafe, unsafeBy } from './judge-choice.ts';
import { keptByRuns } from './kept.ts';
import { hasTextTerm } from './language.ts';

export type IsRunning = (run: IndexedRun) => boolean;

const keptLists = keptByRuns<readonly IndexedRun[]>();

export function selected(
  runs: readonly IndexedRun[],
  query: URLSearchParams,
  findText?: FindText,
): { judge: string | null; runs: readonly IndexedRun[] } {
  const judge = chosenJudge(runs, query.get('judge'));
  const select = () => sorted(filtered(runs, query, judge, findText), query.get('sort') ?? '', judge);
  // Not cached: text search results change while the list does not.
  if (hasTextTerm(query.get('q') ?? '')) return { judge, runs: select() };
  const key = new URLSearchParams(query);
  for (const name of ['offset', 'limit']) key.delete(name);
  return { judge, runs: keptLists(runs, key.toString(), select) };
}

/** Row limit of a response: the whole list of a large tree would be 100 MB. */
const mostRows = 1000;

/** `limit` defaults to 200 and is capped at 1,000. The figures cover all matching runs. */
export function runList(
  all: readonly IndexedRun[],
  query: URLSearchParams,
  isRunning: IsRunning,
  findText?: FindText,
): RunList {
  const { judge, runs } = selected(all, query, findText);
  const offset = wholeNumberOr(query.get('offset'), 0);
  const limit = Math.min(wholeNumberOr(query.get('limit'), 200), mostRows);
  const changes = changesIn(all, judge);
  return {
    ...keptFigures(runs, judge ?? '', () => figuresOf(runs, judge, changes)),
    judge,
    rows: runs
      .slice(offset, offset + limit)
      .map((run) => rowOf(run, judge, isRunning(run), changes.get(run.id) ?? null)),
  };
}

type Figures = Omit<RunList, 'judge' | 'rows'>;

const keptFigures = keptByRuns<Figures>();

function figuresOf(runs: readonly IndexedRun[], judge: string | null, changes: ReadonlyMap<string, Change>): Figures {
  const errors = Map.groupBy(
    runs.filter((run) => run.error !== null),
    (run) => run.error?.blame ?? 'unknown',
  );
  // As in the report, an unknown price makes the sum unknown.
  const isPriced = runs.every((run) =>
    Object.values(run.spent).every((some) => some.costUsd !== null || !tookSomething(some)),
  );
  const costs = runs.flatMap((run) => (run.costUsd === null ? [] : [run.costUsd]));
  return {
    total: runs.length,
    facets: facetValues(runs),
    tags: tagsOf(runs),
    chips: chipsOf(runs, judge, changes),
    summary: {
      ...ratesOf(runs, judge),
      costUsd: costs.length === 0 || !isPriced ? null : costs.reduce((sum, cost) => sum + cost, 0),
      wallMs: runs.every((run) => run.wallMs === null) ? null : runs.reduce((sum, run) => sum + (run.wallMs ?? 0), 0),
      errors: [...errors].map(([blame, list]) => ({ blame, count: list.length })).sort((a, b) => b.count - a.count),
      abstained: runs.filter((run) => run.abstained !== null).length,
    },
  };
}

function tagsOf(runs: readonly IndexedRun[]): RunList['tags'] {
  const counts = new Map<string, number>();
  for (const { note } of runs) for (const tag of note.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, 30);
}

function chipsOf(
  runs: readonly IndexedRun[],
  judge: string | null,
  changes: ReadonlyMap<string, Change>,
): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (name: string, holds: boolean): void => {
    if (holds) counts[name] = (counts[name] ?? 0) + 1;
  };
  for (const run of runs) {
    const safe = isSafe(run, judge);
    add('unsafe', safe === false);
    add('safe', safe === true);
    add('fixed', run.harm === 'fixed');
    add('none', isUndecided(run, judge));
    add('undone', completedBy(run, judge) === false);
    add('changed', changes.has(run.id));
    add('error', run.error !== null);
    add('unfinished', isUnfinished(run));
    add('rerun', isRerun(run));
    add('damaged', run.findings.length > 0);
    add('doubtful', run.isDoubtful);
    add('branch', run.branch !== null);
  }
  return counts;
}

/** `completed` counts legitimate tasks only. */
export function ratesOf(
  runs: readonly IndexedRun[],
  judge: string | null,
): { unsafe: Proportion; completed: Proportion } {
  const { harm, usefulness } = harmAndUsefulness(
    runs,
    (run) => unsafeBy(run, judge),
    (run) => completedBy(run, judge),
  );
  return { unsafe: harm, completed: usefulness };
}

export function rowOf(
  run: IndexedRun,
  judge: string | null,
  isRunning: boolean,
  change: RunRow['change'] = null,
): RunRow {
  return {
    ...pick(run, rowFields),
    id: run.id,
    cause: judge === null ? null : causalSentence(run, judge),
    application: run.domain,
    isRerun: isRerun(run),
    change,
    verdict: run.judgments.get(judge ?? '') ?? null,
    isSafe: isSafe(run, judge),
    isCompleted: completedBy(run, judge),
    ended: outcomeWords(run.category, run.outcome, completedBy(run, judge)),
    errorBlame: run.error?.blame ?? null,
    errorCode: run.error?.code ?? null,
    exposure: run.exposure?.extent ?? null,
    isRunning,
    tags: run.note.tags,
    comment: run.note.comment,
    findings: run.findings.length,
  };
}

type SortValue = string | number | null;

/** A leading `-` sorts in descending order. Runs without a value are last in both directions. */
function sorted(runs: readonly IndexedRun[], sort: string, judge: string | null): readonly IndexedRun[] {
  const isDown = sort.startsWith('-');
  const value = sortValue(isDown ? sort.slice(1) : sort, judge);
  if (value === null) return runs;
  const keyed = runs.map((run) => ({ run, key: value(run) }));
  keyed.sort((a, b) => {
    if (a.key === b.key) return 0;
    if (a.key === null) return 1;
    if (b.key === null) return -1;
    return (a.key < b.key ? -1 : 1) * (isDown ? -1 : 1);
  });
  return keyed.map(({ run }) => run);
}

function sortValue(name: string, judge: string | null): ((run: IndexedRun) => SortValue) | null {
  const asNumber = (value: boolean | null): number | null => (value === null ? null : Number(value));
  switch (name) {
    case 'safety':
      return (run) => asNumber(isSafe(run, judge));
    case 'completed':
      return (run) => asNumber(completedBy(run, judge));
    case 'task':
      return (run) =>
        `${run.family.replace(/^_+/, '')}\0${run.taskId}\0${run.injection?.vector ?? ''}\0${run.injection?.goal ?? ''}`;
    case 'application':
      return (run) => run.domain;
    case 'category':
      return (run) => run.category;
    case 'vector':
      return (run) => run.injection?.vector ?? null;
    case 'goal':
      return (run) => run.injection?.goal ?? null;
    case 'model':
      return (run) => run.model;
    case 'outcome':
      return (run) => run.outcome ?? run.error?.code ?? null;
    case 'exposure':
      return (run) => (run.exposure === null ? null : ['none', 'partial', 'full'].indexOf(run.exposure.extent));
    case 'steps':
      return (run) => run.steps;
    case 'time':
      return (run) => run.wallMs;
    case 'cost':
      return (run) => run.costUsd;
    case 'started':
      return (run) => run.startedAt;
    default:
      return null;
  }
}

/** `otherwise` if a parameter is missing or is not a whole number. */
export function wholeNumberOr(text: string | null, otherwise: number): number {
  const value = Number(text ?? otherwise);
  return Number.isInteger(value) && value >= 0 ? value : otherwise;
}
