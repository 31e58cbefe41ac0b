import { printableLines } from '../../../base/record/unseen-text.ts';
import { missingOnPlane } from '../../views/missing-on-plane.ts';
import { thinRuns } from '../../views/rate-words.ts';
import type { RateGrid, ViewMarkup } from '../../views/view-props.ts';
import { vectorWords } from '../cause.ts';
import type { SearchReport } from '../searches/read-searches.ts';
import type { GroupSummary } from '../summary.ts';
import { canHarm, categoryOrder } from '../tables/categories.ts';
import { noticedSentences } from '../tables/two-sided.ts';
import type { ChartData } from './chart.ts';
import { gridData, partOfGrid, rateCells, rateGrid } from './rate-grid.ts';

export interface Figure {
  name: string;
  title: string;
  note?: string | undefined;
  /** An `svg` element, for image files. */
  svg: string;
  /** For pages. Defaults to `svg`. */
  html?: string;
  data: ChartData;
}

const mostAgents = 6;
const mostRows = 12;

/** First the harm and usefulness plane, then the sources of harm from general to specific. */
export function figuresOf(group: GroupSummary, markup: ViewMarkup): Figure[] {
  const agents = group.twoSided.toSorted((a, b) => (a.harm.rate ?? 2) - (b.harm.rate ?? 2)).map(({ model }) => model);
  const figure = (name: string, title: string, all: RateGrid): Figure[] => {
    if (all.rows.length === 0) return [];
    const grid = partOfGrid(all, mostRows, mostAgents);
    const cut = all.rows.length - grid.rows.length;
    const notes = [
      ...(cut > 0 ? [`${cut} more with fewer unsafe runs are in the tables.`] : []),
      ...(agents.length > mostAgents ? [`The ${mostAgents} safest of ${agents.length} agents.`] : []),
    ];
    return [
      {
        name,
        title,
        note: notes.join(' ') || undefined,
        svg: markup.rateGridImage({ grid, cells: 'dots' }),
        html: markup.rateRows({ grid }),
        data: gridData(partOfGrid(all, mostRows, agents.length)),
      },
    ];
  };
  const column = (row: { model: string }): string => row.model;
  const attacks = (by: string) => group.attacks.filter((row) => row.by === by && row.success.n > 0);
  const tasks = (heading: string, category: string): RateGrid =>
    mostUnsafeFirst(
      rateGrid(
        heading,
        agents,
        group.tasks.filter((row) => row.category === category),
        { label: (row) => row.title, column, rate: (row) => row.unsafe },
      ),
    );
  return [
    ...planeFigure(group, markup),
    ...figure(
      'unsafe-by-category',
      'Where harm comes from',
      rateGrid(
        'Category',
        agents,
        group.categories
          .filter((row) => row.unsafe.n > 0 && canHarm(row))
          .toSorted((a, b) => categoryOrder.indexOf(a.category) - categoryOrder.indexOf(b.category)),
        { label: (row) => categoryWords[row.category] ?? row.category, column, rate: (row) => row.unsafe },
      ),
    ),
    ...figure(
      'attacks-by-vector',
      'Which injection vectors work',
      rateGrid('Injection vector', agents, attacks('vector'), {
        label: (row) => vectorWords(row.name),
        column,
        rate: (row) => row.success,
      }),
    ),
    ...figure(
      'attacks-by-goal',
      'Which goals of injected text are reached',
      mostUnsafeFirst(
        rateGrid('Goal', agents, attacks('goal'), {
          label: (row) => row.title ?? words(row.name),
          key: (row) => row.name,
          column,
          rate: (row) => row.success,
        }),
      ),
    ),
    ...attemptsFigure(group, markup),
    ...figure('unsafe-by-trap', 'Which traps agents fall into', tasks('Trap', 'misbehavior')),
    ...figure('unsafe-by-request', 'Which harmful requests are followed', tasks('Request', 'misuse')),
  ];
}

export const panelNote = `A dot is the share of unsafe runs, on a scale from 0 to 100 %, its line the 95 % interval, the figures the runs; a hollow dot has fewer than ${thinRuns} runs. Rows with the most harm come first.`;

/** Sorts by number of unsafe runs: with few runs a row, 3 of 4 is stronger evidence than 1 of 1. */
function mostUnsafeFirst(grid: RateGrid): RateGrid {
  const unsafe = ({ cells }: RateGrid['rows'][number]): number =>
    cells.reduce((sum, cell) => sum + (cell?.rate.count ?? 0), 0);
  return { ...grid, rows: grid.rows.toSorted((a, b) => unsafe(b) - unsafe(a)) };
}

function planeFigure({ twoSided }: GroupSummary, markup: ViewMarkup): Figure[] {
  const known = twoSided.filter(({ harm, usefulness }) => harm.n > 0 && usefulness.n > 0);
  if (known.length === 0) return [];
  const missing = missingOnPlane(twoSided);
  return [
    {
      name: 'harm-and-usefulness',
      title: 'Harm and usefulness',
      note: [...noticedSentences(twoSided), ...(missing === null ? [] : [missing])].join(' ') || undefined,
      svg: markup.plane({ agents: twoSided }),
      data: {
        columns: ['agent', 'figure', 'count', 'n', 'rate', 'low', 'high'],
        rows: known.flatMap(({ model, harm, usefulness }) => [
          [model, 'unsafe runs', ...rateCells(harm)],
          [model, 'users’ tasks done', ...rateCells(usefulness)],
        ]),
      },
    },
  ];
}

/** Injections if they were repeated, else harmful requests. */
function attemptsFigure({ attempts }: GroupSummary, markup: ViewMarkup): Figure[] {
  const category = ['injection', 'misuse', 'misbehavior'].find((name) => attempts.some((row) => row.category === name));
  if (category === undefined) return [];
  const rows = attempts.filter((row) => row.category === category);
  const agents = [...Map.groupBy(rows, ({ model }) => model)];
  return [
    {
      name: 'success-over-attempts',
      title: `${categoryWords[category]}: success over attempts`,
      note: 'Share of tasks with harm in any of the first k runs. The area is the 95 % interval of the first agent.',
      svg: markup.successCurves({
        strategies: agents.slice(0, mostAgents).map(([model, ofAgent]) => ({
          name: model,
          curve: ofAgent.map(({ attempts: number, success }) => ({ attempts: number, broken: success })),
        })),
        maxQueries: Math.max(...rows.map((row) => row.attempts)),
      }),
      data: {
        columns: ['agent', 'attempts', 'count', 'n', 'rate', 'low', 'high'],
        rows: rows.map((row) => [row.model, row.attempts, ...rateCells(row.success)]),
      },
    },
  ];
}

const heatTitle = (model: string): string => `Attack success by vector and goal: ${printableLines(model)}`;

/** Attack success by goal and injection vector, one figure per agent. The report has the same data in tables. */
export function heatMaps({ matrix }: GroupSummary, markup: ViewMarkup): Figure[] {
  return [...Map.groupBy(matrix, ({ model }) => model)].map(([model, cells], index) => {
    const vectors = [...new Set(cells.map(({ vector }) => vector))].sort();
    const grid = rateGrid(heatTitle(model), vectors, cells, {
      label: ({ title, goal }) => title ?? goal,
      key: ({ goal }) => goal,
      column: ({ vector }) => vector,
      rate: ({ success }) => success,
    });
    return {
      name: `attacks-by-vector-and-goal-${index + 1}-${fileName(model)}`,
      title: heatTitle(model),
      svg: markup.rateGridImage({ grid: { ...grid, columns: vectors.map(vectorWords) }, cells: 'shades' }),
      data: {
        columns: ['vector', 'goal', 'runs', 'count', 'n', 'rate', 'low', 'high'],
        rows: cells.map(({ vector, goal, runs, success }) => [vector, goal, runs, ...rateCells(success)]),
      },
    };
  });
}

export function successFigures(searches: readonly SearchReport[], markup: ViewMarkup): Figure[] {
  return searches.map(({ folder, model, strategies, maxQueries }) => ({
    name: 'attack-success-by-attempts',
    title: `Targets broken by number of attempts: ${printableLines(`${folder}, ${model}`)}`,
    note: 'The area is the 95 % interval of the first.',
    svg: markup.successCurves({
      strategies: strategies.map(({ strategy, curve }) => ({ name: strategy, curve })),
      maxQueries,
    }),
    data: {
      columns: ['strategy', 'attempts', 'count', 'n', 'rate', 'low', 'high'],
      rows: strategies.flatMap(({ strategy, curve }) =>
        curve.map(({ attempts, broken }) => [strategy, attempts, ...rateCells(broken)]),
      ),
    },
  }));
}

const fileName = (model: string): string => model.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60);

const categoryWords: Readonly<Record<string, string>> = {
  misuse: 'The user asks for harm',
  injection: 'Injected text asks for harm',
  misbehavior: 'A trap in the work',
  benign: 'Harmless twins of requests',
  control: 'A trap, with a warning',
};

const words = (name: string): string => {
  const text = name.replaceAll('_', ' ').trim();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};
