import type { RunCard } from '../api/overview.ts';
import type { RunDetail, StaticSite, ViewerState } from '../api.ts';
import { fromCached } from '../index/cached-run.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { SharedValues } from '../index/shared-values.ts';
import { facetValues, isExploratory } from '../query/filters.ts';
import { flipsOf } from '../query/flips.ts';
import { hasHistory, historyOf } from '../query/history.ts';
import { chosenJudge, judgesOf } from '../query/judge-choice.ts';
import { judgePair } from '../query/judge-pair.ts';
import { matrixOf } from '../query/matrix.ts';
import { overviewOf } from '../query/overview.ts';
import { relativesOf } from '../query/relatives.ts';
import { rowOf, runList, selected } from '../query/run-list.ts';
import { triesShown } from '../query/tries.ts';
import { alignRuns } from '../run/align.ts';
import { partName, type SiteIndex, type SiteRun, type SiteTrees } from './site-data.ts';

// Replaces the server in a static site: it runs in the browser and answers requests from the site's files.

const runsNeverGoOn = (): boolean => false;

/** `part` loads a part of the site by name. */
export function createEngine(part: (name: string) => Promise<unknown>): StaticSite {
  let loaded: Promise<{ index: SiteIndex; runs: IndexedRun[] }> | null = null;
  const load = () => {
    loaded ??= part(partName.index).then((value) => {
      const index = value as SiteIndex;
      const shared = new SharedValues();
      return { index, runs: index.runs.map((text) => fromCached(text, '', shared)) };
    });
    return loaded;
  };

  const detail = async (runs: readonly IndexedRun[], id: string, query: URLSearchParams): Promise<RunDetail> => {
    const run = runs.find((indexedRun) => indexedRun.id === id);
    if (run === undefined) throw new Error('There is no such run in this copy.');
    const { judge, runs: list } = selected(runs, query);
    const at = list.findIndex((indexedRun) => indexedRun.id === id);
    const kept = (await part(partName.run(id))) as SiteRun;
    return {
      ...kept.detail,
      row: rowOf(run, judge, false),
      previous: list[at - 1]?.id ?? null,
      next: at === -1 ? null : (list[at + 1]?.id ?? null),
      relatives: relativesOf(run, runs, judge),
    };
  };

  const ofRun = async (runs: readonly IndexedRun[], id: string, rest: string[], query: URLSearchParams) => {
    const [kind, name = ''] = rest;
    if (kind === undefined) return detail(runs, id, query);
    if (!runs.some((run) => run.id === id)) throw new Error('There is no such run in this copy.');
    if (kind === 'tree') return { text: ((await part(partName.trees(id))) as SiteTrees)[Number(name)] ?? '' };
    const { requests, texts, changed } = (await part(partName.run(id))) as SiteRun;
    if (kind === 'changed') return { region: changed[Number(name)] ?? null };
    if (kind === 'request') {
      const request = requests[Number(name)] ?? null;
      if (request === null) throw new Error('No request of this step was recorded.');
      return request;
    }
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
    if (kind !== 'text' || text === undefined) throw new Error('This file is not part of this copy.');
    return { text, offset: 0, bytes: new TextEncoder().encode(text).length };
  };

  return {
    async answer(address) {
      const { pathname, searchParams: query } = new URL(address, 'http://site.invalid');
      const [, , what = '', ...rest] = pathname.split('/').map(decodeURIComponent);
      const { index, runs } = await load();
      const parameter = (name: string): string => query.get(name) ?? '';
      switch (what) {
        case 'state':
          return stateOf(index, runs);
        case 'overview':
          return overviewOf(runs, query, runsNeverGoOn);
        case 'cards':
          return cardsOf(index, runs, parameter('ids').split(','), query.get('judge'));
        case 'runs':
          return runList(runs, query, runsNeverGoOn);
        case 'run':
          return ofRun(runs, rest[0] ?? '', rest.slice(1), query);
        case 'matrix':
          return matrixOf(runs, query);
        case 'history':
          return historyOf(runs, query);
        case 'flips':
          return flipsOf(runs, parameter('a'), parameter('b'), query.get('judge'));
        case 'attacks':
          return index.attacks;
        case 'tries': {
          const { counts, rows } = triesShown(
            (index.tries[parameter('attack')] ?? []).map((shown) => ({ shown })),
            query,
          );
          return { counts, rows: rows.map(({ shown }) => shown) };
        }
        case 'judges':
          return judgePair(runs, query);
        case 'compare':
          return alignRuns(await detail(runs, parameter('a'), query), await detail(runs, parameter('b'), query));
        default:
          throw new Error('This copy can’t do that: `osharm view` on the results can.');
      }
    },
    async save() {
      throw new Error('This copy can’t be written to: `osharm view` on the results can.');
    },
  };
}

function cardsOf(
  { cards }: SiteIndex,
  runs: readonly IndexedRun[],
  ids: readonly string[],
  requested: string | null,
): RunCard[] {
  const judge = chosenJudge(runs, requested);
  return ids.flatMap((id) => {
    const [card, run] = [cards.find(({ row }) => row.id === id), runs.find((indexedRun) => indexedRun.id === id)];
    return card === undefined || run === undefined ? [] : [{ ...card, row: rowOf(run, judge, false) }];
  });
}

function stateOf({ about, attacks }: SiteIndex, runs: readonly IndexedRun[]): ViewerState {
  return {
    root: `${about.name}, a copy of ${about.madeAt.slice(0, 10)}`,
    runs: runs.length,
    indexed: runs.length,
    isIndexing: false,
    searchable: null,
    judges: judgesOf(runs),
    facets: facetValues(runs),
    running: [],
    progress: null,
    isWritable: false,
    postToken: '',
    hasFleet: false,
    hasAttacks: attacks.length > 0,
    isExploratory: isExploratory(runs),
    hasHistory: hasHistory(runs),
    failure: null,
  };
}
