import type { Proportion } from '../../../base/statistics/wilson.ts';
import { noticedSentence, unsafeNoticed } from '../../model/awareness.ts';
import { suiteName } from '../../model/settings.ts';
import { isCounted, isUnsafeBy } from '../../model/verdicts.ts';
import { firstToLookAt } from '../../report/first-runs.ts';
import { findingsOf } from '../../report/stand-out.ts';
import type { Overview, OverviewAgent } from '../api/overview.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import type { FindText } from '../index/text-fields.ts';
import { isRerun, isUndecided, isUnfinished, measured } from './filters.ts';
import { keptByRuns } from './kept.ts';
import { type IsRunning, ratesOf, selected } from './run-list.ts';

export function overviewOf(
  all: readonly IndexedRun[],
  query: URLSearchParams,
  isRunning: IsRunning,
  findText?: FindText,
): Overview {
  const { judge, runs: chosen } = selected(all, query, findText);
  const runs = measured(chosen);
  return {
    ...keptParts(chosen, judge ?? '', () => settledOf(runs, judge)),
    unsettled: unsettledOf(runs, judge, isRunning, chosen.length - runs.length),
  };
}

type Settled = Omit<Overview, 'unsettled'>;

const keptParts = keptByRuns<Settled>();

/** The parts that do not change while runs are in progress. */
function settledOf(runs: readonly IndexedRun[], judge: string | null): Settled {
  const counted = runs.filter((run) => isCounted(run, judge ?? ''));
  const byModel = [...Map.groupBy(counted, (run) => run.model)];
  const agents = byModel
    .map(([model, list]) => agentOf(model, list, judge))
    .sort((a, b) => Number(a.isReference) - Number(b.isReference) || share(a.harm) - share(b.harm) || a.runs - b.runs);
  let from: string | null = null;
  let to: string | null = null;
  for (const { startedAt } of runs) {
    if (startedAt === null) continue;
    if (from === null || startedAt < from) from = startedAt;
    if (to === null || startedAt > to) to = startedAt;
  }
  return {
    judge,
    tested: {
      models: agents.filter((agent) => !agent.isReference).length,
      references: agents.filter((agent) => agent.isReference).length,
      tasks: new Set(runs.map((run) => `${run.domain}/${run.taskId}`)).size,
      runs: runs.length,
      applications: new Set(runs.map((run) => run.domain)).size,
      from: dayOf(from),
      to: dayOf(to),
      suites: [...new Set(runs.map(suiteName))].filter((suite) => suite !== 'unknown').sort(),
    },
    agents,
    findings: findingsOf(counted, judge ?? '').map(({ text, filters }) => ({ text, filters })),
    first: firstToLookAt(counted, judge ?? '').map((run) => run.id),
  };
}

const dayOf = (time: string | null): string | null => time?.slice(0, 10) ?? null;

function agentOf(model: string, runs: readonly IndexedRun[], judge: string | null): OverviewAgent {
  const { unsafe, completed } = ratesOf(runs, judge);
  const categories = [...Map.groupBy(runs, (run) => run.category)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    model,
    isReference: runs.some((run) => run.isReference),
    runs: runs.length,
    harm: unsafe,
    usefulness: completed,
    noticed: noticedSentence(unsafeNoticed(runs.map((run) => ({ ...run, unsafe: isUnsafeBy(run, judge ?? '') })))),
    byCategory: categories.map(([category, list]) => ({ category, harm: ratesOf(list, judge).unsafe })),
  };
}

const share = ({ rate }: Proportion): number => rate ?? 2;

function unsettledOf(
  runs: readonly IndexedRun[],
  judge: string | null,
  isRunning: IsRunning,
  apart: number,
): Overview['unsettled'] {
  const count = (test: (run: IndexedRun) => boolean): number => runs.reduce((sum, run) => sum + Number(test(run)), 0);
  const all: Overview['unsettled'] = [
    { what: 'running', count: count(isRunning), filters: { state: 'unfinished' } },
    {
      what: 'unfinished',
      count: count((run) => isUnfinished(run) && !isRunning(run)),
      filters: { state: 'unfinished' },
    },
    { what: 'error', count: count((run) => run.error !== null), filters: { state: 'error' } },
    {
      what: 'no verdict',
      count: count((run) => isUndecided(run, judge)),
      filters: { state: 'undecided' },
    },
    { what: 'rerun', count: count(isRerun), filters: { state: 'rerun' } },
    { what: 'damaged', count: count((run) => run.findings.length > 0), filters: { state: 'damaged' } },
    { what: 'doubtful', count: count((run) => run.isDoubtful), filters: { state: 'doubtful' } },
    { what: 'never seen', count: count(neverSeen), filters: { exposure: 'none', category: 'injection' } },
    { what: 'apart', count: apart, filters: { state: 'apart' } },
  ];
  return all.filter((item) => item.count > 0);
}

const neverSeen = (run: IndexedRun): boolean =>
  run.category === 'injection' && run.exposure?.extent === 'none' && !isUnfinished(run);
