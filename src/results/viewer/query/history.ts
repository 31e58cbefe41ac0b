import { unversioned } from '../../model/agent-versions.ts';
import { suiteName } from '../../model/settings.ts';
import { isCounted } from '../../model/verdicts.ts';
import { isHarmfulRequest } from '../../report/separate-completion.ts';
import type { History, HistoryAgent, HistoryChange, HistoryRow } from '../api/history.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import type { FindText } from '../index/text-fields.ts';
import { filtered, isTrialOrBranch } from './filters.ts';
import { chosenJudge, completedBy, unsafeBy } from './judge-choice.ts';
import { pairedChange } from './paired-change.ts';
import { ratesOf } from './run-list.ts';
import { sweepFolder } from './sweep-folder.ts';

const everything = 'all';

export const hasHistory = (runs: readonly IndexedRun[]): boolean =>
  new Set(
    [...new Set(runs.filter((run) => !isTrialOrBranch(run)).map(({ sweep }) => sweep))].map((sweep) =>
      sweepFolder({ sweep }),
    ),
  ).size > 1;

export function historyOf(all: readonly IndexedRun[], query: URLSearchParams, findText?: FindText): History {
  const judge = chosenJudge(all, query.get('judge'));
  const runs = filtered(all, query, judge, findText).filter(
    (run) => isCounted(run, judge ?? '') && !isTrialOrBranch(run),
  );
  const sweeps = [...Map.groupBy(runs, sweepFolder)]
    .map(([name, list]) => ({
      name,
      day: list.flatMap(({ startedAt }) => startedAt?.slice(0, 10) ?? []).sort()[0] ?? null,
      startedAt: list.flatMap(({ startedAt }) => startedAt ?? []).sort()[0] ?? '',
      suites: [...new Set(list.map(suiteName))].sort(),
      runs: list.length,
    }))
    .sort((a, b) => (a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : a.name < b.name ? -1 : 1));
  const names = sweeps.map(({ name }) => name);
  const requested = query.get('baseline');
  const baseline = requested !== null && names.includes(requested) ? requested : null;
  const categories = [everything, ...new Set(runs.map(({ category }) => category).sort())];
  const groups = [...Map.groupBy(runs, (run) => `${unversioned(run.model)}\0${setupOf(run)}`).values()];
  return {
    judge,
    sweeps: sweeps.map(({ startedAt: _, ...sweep }) => sweep),
    baseline,
    categories,
    agents: groups
      .map((list) => agentOf(list, names, categories, baseline, judge))
      .sort((a, b) => Number(a.isReference) - Number(b.isReference) || (a.model < b.model ? -1 : 1)),
  };
}

function setupOf(run: IndexedRun): string {
  return [run.profile, ...run.sweep.split('/').slice(-3, -1)].join(' · ');
}

function agentOf(
  runs: readonly IndexedRun[],
  names: readonly string[],
  categories: readonly string[],
  baseline: string | null,
  judge: string | null,
): HistoryAgent {
  const [first] = runs;
  return {
    model: unversioned(first?.model ?? ''),
    isReference: runs.some(({ isReference }) => isReference),
    setup: first === undefined ? '' : setupOf(first),
    folder: first?.sweep.split('/').at(-1) ?? '',
    rows: categories.map((category) => {
      const list = category === everything ? runs : runs.filter((run) => run.category === category);
      return list.length === 0 ? null : rowOfCategory(list, names, baseline, judge);
    }),
  };
}

function rowOfCategory(
  runs: readonly IndexedRun[],
  names: readonly string[],
  baseline: string | null,
  judge: string | null,
): HistoryRow {
  const bySweep = Map.groupBy(runs, sweepFolder);
  const present = names.filter((name) => bySweep.has(name));
  const to = present.at(-1);
  const from = baseline !== null && baseline !== to && bySweep.has(baseline) ? baseline : present.at(-2);
  const sides = [bySweep.get(from ?? ''), bySweep.get(to ?? '')];
  const change = (value: (run: IndexedRun) => boolean | null): HistoryChange | null => {
    const paired = pairedChange(sides[0] ?? [], sides[1] ?? [], value);
    return from === undefined || to === undefined || paired === null ? null : { from, to, ...paired };
  };
  const unsafe = change((run) => unsafeBy(run, judge));
  const completed = change((run) => (isHarmfulRequest(run.category) ? null : completedBy(run, judge)));
  return {
    points: names.map((name) => {
      const list = bySweep.get(name);
      return list === undefined ? null : ratesOf(list, judge);
    }),
    change: unsafe === null && completed === null ? null : { unsafe, completed },
  };
}
