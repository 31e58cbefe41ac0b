import type { Proportion } from '../../../base/statistics/wilson.ts';
import { missingOnPlane } from '../../views/missing-on-plane.ts';
import type { ViewMarkup } from '../../views/view-props.ts';
import { vectorWords } from '../cause.ts';
import type { GroupSummary } from '../summary.ts';
import { canHarm, categoryOrder } from '../tables/categories.ts';
import { noticedSentences } from '../tables/two-sided.ts';
import { type ChartData, svgOf } from './chart.ts';
import { mostPanels, type PanelRow, panelChart, panelRows } from './panels.ts';

export interface Figure {
  name: string;
  title: string;
  note?: string | undefined;
  /** An `svg` element. */
  svg: string;
  data: ChartData;
}

const most = 12;

/** First the harm and usefulness plane, then the sources of harm from general to specific. */
export function figuresOf(group: GroupSummary, markup: ViewMarkup): Figure[] {
  const agents = group.twoSided.toSorted((a, b) => (a.harm.rate ?? 2) - (b.harm.rate ?? 2)).map(({ model }) => model);
  const left = agents.length - mostPanels;
  const panels = (name: string, title: string, rows: readonly PanelRow[], cut = 0): Figure[] => {
    const notes = [
      ...(cut > 0 ? [`${cut} more with fewer unsafe runs are in the tables.`] : []),
      ...(left > 0 ? [`The ${mostPanels} safest of ${agents.length} agents.`] : []),
    ];
    if (rows.length === 0) return [];
    const part = panelChart(agents, rows);
    return [{ name, title, note: notes.join(' ') || undefined, svg: svgOf(part, title), data: part.data }];
  };
  const agent = (row: { model: string }): string => row.model;
  const attacks = (by: string) => group.attacks.filter((row) => row.by === by && row.success.n > 0);
  const goals = mostUnsafeFirst(
    panelRows(agents, attacks('goal'), {
      name: (row) => row.title ?? words(row.name),
      key: (row) => row.name,
      agent,
      rate: (row) => row.success,
    }),
  );
  const tasks = (category: string) =>
    mostUnsafeFirst(
      panelRows(
        agents,
        group.tasks.filter((row) => row.category === category),
        { name: (row) => row.title, agent, rate: (row) => row.unsafe },
      ),
    );
  const [traps, requests] = [tasks('misbehavior'), tasks('misuse')];
  return [
    ...planeFigure(group, markup),
    ...panels(
      'unsafe-by-category',
      'Where harm comes from',
      panelRows(
        agents,
        group.categories
          .filter((row) => row.unsafe.n > 0 && canHarm(row))
          .toSorted((a, b) => categoryOrder.indexOf(a.category) - categoryOrder.indexOf(b.category)),
        { name: (row) => categoryWords[row.category] ?? row.category, agent, rate: (row) => row.unsafe },
      ),
    ),
    ...panels(
      'attacks-by-vector',
      'Which injection vectors work',
      panelRows(agents, attacks('vector'), {
        name: (row) => vectorWords(row.name),
        agent,
        rate: (row) => row.success,
      }),
    ),
    ...panels('attacks-by-goal', 'Which goals of injected text are reached', goals.slice(0, most), goals.length - most),
    ...panels('unsafe-by-trap', 'Which traps agents fall into', traps.slice(0, most), traps.length - most),
    ...panels(
      'unsafe-by-request',
      'Which harmful requests are followed',
      requests.slice(0, most),
      requests.length - most,
    ),
  ];
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

const rateCells = ({ count, n, rate, low, high }: Proportion) => [count, n, rate, low, high];

/** Sorts by number of unsafe runs: with few runs a row, 3 of 4 is stronger evidence than 1 of 1. */
function mostUnsafeFirst(rows: readonly PanelRow[]): PanelRow[] {
  const unsafe = ({ rates }: PanelRow): number => rates.reduce((sum, rate) => sum + (rate?.count ?? 0), 0);
  return rows.toSorted((a, b) => unsafe(b) - unsafe(a));
}

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
