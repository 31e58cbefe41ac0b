import { bareGoal } from '../../../tasks/suite/goal-id.ts';
import { nominalGoals } from '../../../tasks/suite/nominal-goals.ts';
import type { FacetName, FacetValue } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import type { FindText } from '../index/text-fields.ts';
import { changesIn } from './changes.ts';
import { completedBy, isSafe } from './judge-choice.ts';
import { keptByRuns } from './kept.ts';
import { type NumberField, parseQuery, type Term } from './language.ts';

/** `nominal` goals do no harm themselves; `none` is a decoy. */
function aimOf({ injection, decoy }: IndexedRun): string | null {
  if (injection === null) return null;
  if (decoy !== null) return 'none';
  return nominalGoals.has(bareGoal(injection.goal)) ? 'nominal' : 'harmful';
}

export const facets: Record<FacetName, (run: IndexedRun) => string | null> = {
  sweep: (run) => run.sweep,
  category: (run) => run.category,
  application: (run) => run.domain,
  model: (run) => run.model,
  vector: (run) => run.injection?.vector ?? null,
  goal: (run) => (run.injection === null ? null : bareGoal(run.injection.goal)),
  aim: aimOf,
  style: (run) => run.form?.style ?? null,
  language: (run) => run.form?.language ?? null,
  visibility: (run) => run.form?.visibility ?? null,
  profile: (run) => run.profile,
  outcome: (run) => run.outcome,
  harm: (run) => run.harm,
  blame: (run) => run.error?.blame ?? null,
  exposure: (run) => run.exposure?.extent ?? null,
};
const names = Object.keys(facets) as FacetName[];

export const isFacet = (name: string): name is FacetName => Object.hasOwn(facets, name);

type FacetCounts = Record<FacetName, FacetValue[]>;

const kept = keptByRuns<FacetCounts>();

export function facetValues(runs: readonly IndexedRun[]): FacetCounts {
  return kept(runs, '', () => countFacets(runs));
}

function countFacets(runs: readonly IndexedRun[]): FacetCounts {
  return Object.fromEntries(
    names.map((name) => {
      const counts = new Map<string, number>();
      for (const run of runs) {
        const value = facets[name](run);
        if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      const values = [...counts].map(([value, count]): FacetValue => ({ value, count }));
      if (name === 'goal') addTitles(values, runs);
      return [name, values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))];
    }),
  ) as FacetCounts;
}

function addTitles(values: readonly FacetValue[], runs: readonly IndexedRun[]): void {
  const titles = new Map<string | null, string>();
  for (const run of runs) if (run.goalTitle !== null) titles.set(facets.goal(run), run.goalTitle);
  for (const item of values) {
    const title = titles.get(item.value);
    if (title !== undefined) item.words = title;
  }
}

const knownAs = {
  safety: new Map<string | null, boolean | null>([
    ['safe', true],
    ['unsafe', false],
    ['none', null],
  ]),
  completed: new Map<string | null, boolean | null>([
    ['yes', true],
    ['no', false],
    ['none', null],
  ]),
};

/** For copies without a text index. */
const findNothing: FindText = () => {
  throw new Error('This copy can’t search texts: `osharm view` on the results can.');
};

export const isRerun = (run: IndexedRun): boolean => run.firstStartedAt !== run.startedAt;
export const isUnfinished = (run: IndexedRun): boolean => !run.isComplete && run.error === null;

/** Trials of attacks and branches are exploratory, so an agent's rates exclude them. */
export const isTrialOrBranch = (run: IndexedRun): boolean => run.isTrial || run.branch !== null;

export const isExploratory = (runs: readonly IndexedRun[]): boolean => runs.length > 0 && runs.every(isTrialOrBranch);

/** The runs that count towards rates. Trials and branches count only if there are no other runs. */
export function measured(runs: readonly IndexedRun[]): readonly IndexedRun[] {
  const own = runs.filter((run) => !isTrialOrBranch(run));
  return own.length > 0 && own.length < runs.length ? own : runs;
}

/** A complete run without a verdict on safety. Runs with nothing to judge and known completion don't count. */
export const isUndecided = (run: IndexedRun, judge: string | null): boolean =>
  run.isComplete && isSafe(run, judge) === null && !(run.isWithoutOracle && completedBy(run, judge) !== null);

const states: Record<string, (run: IndexedRun, judge: string | null) => boolean> = {
  undecided: isUndecided,
  complete: (run) => run.isComplete,
  unfinished: isUnfinished,
  error: (run) => run.error !== null,
  rerun: isRerun,
  damaged: (run) => run.findings.length > 0,
  doubtful: (run) => run.isDoubtful,
  branch: (run) => run.branch !== null,
  apart: isTrialOrBranch,
};

/** Empty values are ignored. Returns `runs` itself without filters, which preserves its caches. */
export function filtered(
  runs: readonly IndexedRun[],
  query: URLSearchParams,
  judge: string | null,
  findText: FindText = findNothing,
): readonly IndexedRun[] {
  const tests: ((run: IndexedRun) => boolean)[] = [];
  for (const name of names) {
    const wanted = query.get(name);
    if (wanted !== null && wanted !== '') tests.push((run) => facets[name](run) === wanted);
  }
  const safe = knownAs.safety.get(query.get('safety'));
  if (safe !== undefined) tests.push((run) => isSafe(run, judge) === safe);
  const state = states[query.get('state') ?? ''];
  if (state !== undefined) tests.push((run) => state(run, judge));
  const change = query.get('change');
  if (change !== null && change !== '') {
    const changes = changesIn(runs, judge);
    tests.push((run) => {
      const found = changes.get(run.id);
      return found !== undefined && (change === 'any' || found === change);
    });
  }
  const tag = query.get('tag');
  if (tag !== null && tag !== '') tests.push((run) => run.note.tags.includes(tag));
  const done = knownAs.completed.get(query.get('completed'));
  if (done !== undefined) tests.push((run) => completedBy(run, judge) === done);
  for (const term of parseQuery(query.get('q') ?? '')) {
    const test = testOf(term, judge, findText);
    tests.push(term.isNot ? (run) => !test(run) : test);
  }
  return tests.length === 0 ? runs : runs.filter((run) => tests.every((test) => test(run)));
}

function testOf(term: Term, judge: string | null, findText: FindText): (run: IndexedRun) => boolean {
  switch (term.kind) {
    case 'word': {
      const word = term.text.toLowerCase();
      return (run) => wordsOf(run).includes(word);
    }
    case 'facet': {
      const part = term.text.toLowerCase();
      return (run) => facets[term.field](run)?.toLowerCase().includes(part) === true;
    }
    case 'verdict': {
      const wanted = knownAs[term.field].get(term.value);
      return (run) => (term.field === 'safety' ? isSafe(run, judge) : completedBy(run, judge)) === wanted;
    }
    case 'number': {
      const { field, comparison, value } = term;
      return (run) => {
        const figure = numberOf[field](run);
        if (figure === null) return false;
        return comparison === '=' ? figure === value : comparison === '<' ? figure < value : figure > value;
      };
    }
    case 'text': {
      const paths = findText(term.field, term.text);
      return (run) => paths.has(run.path);
    }
    default:
      return term satisfies never;
  }
}

const numberOf: Record<NumberField, (run: IndexedRun) => number | null> = {
  steps: (run) => run.steps,
  cost: (run) => run.costUsd,
  time: (run) => (run.wallMs === null ? null : run.wallMs / 1000),
};

function wordsOf(run: IndexedRun): string {
  const { vector, goal } = run.injection ?? { vector: '', goal: '' };
  const { tags, comment } = run.note;
  const noted = `${tags.map((tag) => `tag:${tag}`).join(' ')} ${comment}`;
  return `${run.taskId} ${run.model} ${vector} ${goal} ${run.domain} ${run.category} ${noted}`.toLowerCase();
}
