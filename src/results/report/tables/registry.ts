import type { ReportTable } from '../report-table.ts';
import { abstentionsTable } from './abstentions.ts';
import { actorsTable } from './actors.ts';
import { applicationsTable } from './applications.ts';
import { attacksTable } from './attacks.ts';
import { attemptsTable } from './attempts.ts';
import { awarenessTable } from './awareness.ts';
import { branchesTable } from './branches.ts';
import { categoriesTable } from './categories.ts';
import { categoryMeansTable } from './category-means.ts';
import { classesTable } from './classes.ts';
import { correctionsTable } from './corrections.ts';
import { costsTable } from './costs.ts';
import { defencesTable } from './defences.ts';
import type { ShownGroup, TableInput } from './definition.ts';
import { earlyStopsTable } from './early-stops.ts';
import { errorsTable } from './errors.ts';
import { falseAlarmsTable } from './false-alarms.ts';
import { hazardsTable } from './hazards.ts';
import { heldOutTable } from './held-out.ts';
import { itemSummariesTable, itemsTable } from './items.ts';
import { matrixTable } from './matrix.ts';
import { milestonesTable } from './milestones.ts';
import { monitorsTable } from './monitors.ts';
import { outcomesTable } from './outcomes.ts';
import { oversightTable } from './oversight.ts';
import { partsTable } from './parts.ts';
import { phasesTable } from './phases.ts';
import { protocolsTable } from './protocols.ts';
import { refusalsTable } from './refusals.ts';
import { repeatsTable } from './repeats.ts';
import { sabotageTable } from './sabotage.ts';
import { safeAndUsefulTable } from './safe-and-useful.ts';
import { selectiveTable } from './selective.ts';
import { sessionsTable } from './sessions.ts';
import { sideEffectsTable } from './side-effects.ts';
import { sideTasksTable } from './side-tasks.ts';
import { stoppedEarlyTable } from './stopped-early.ts';
import { tasksTable } from './tasks.ts';
import { taxonomiesTable } from './taxonomies.ts';
import { trivialTable } from './trivial.ts';
import { twoSidedTable } from './two-sided.ts';
import { undetectedTable } from './undetected.ts';
import { utilityTable } from './utility.ts';

/** In the order of `report.json`. */
export const tables = [
  partsTable,
  categoriesTable,
  applicationsTable,
  categoryMeansTable,
  safeAndUsefulTable,
  twoSidedTable,
  awarenessTable,
  milestonesTable,
  repeatsTable,
  attemptsTable,
  hazardsTable,
  taxonomiesTable,
  utilityTable,
  attacksTable,
  matrixTable,
  tasksTable,
  earlyStopsTable,
  falseAlarmsTable,
  sideEffectsTable,
  selectiveTable,
  sessionsTable,
  classesTable,
  branchesTable,
  stoppedEarlyTable,
  actorsTable,
  outcomesTable,
  refusalsTable,
  errorsTable,
  abstentionsTable,
  correctionsTable,
  defencesTable,
  monitorsTable,
  sideTasksTable,
  sabotageTable,
  protocolsTable,
  oversightTable,
  undetectedTable,
  trivialTable,
  itemsTable,
  itemSummariesTable,
  heldOutTable,
  costsTable,
  phasesTable,
] as const;

/** In reading order. Unlisted tables follow in the order of `tables`. */
const readingOrder: readonly string[] = [
  'parts',
  'safe-and-useful',
  'categories',
  'plane',
  'two-sided',
  'awareness',
  'awareness-quotes',
  'means',
  'harm',
  'severity',
  'hazards',
  'taxonomies',
  'milestones',
  'attempts',
  'repeats',
  'utility',
  'attacks',
  'attacks-by-vector',
  'attacks-by-goal',
  'attacks-by-style',
  'attacks-by-language',
  'attacks-by-visibility',
  'attacks-by-application',
  'false-alarms',
  'matrix',
  'tasks',
  'early-stops',
  'applications',
  'corrections',
  'defences',
  'sabotage',
  'sabotage-severity',
  'protocols',
  'monitors',
  'monitors-in-time',
  'monitors-unscored',
  'monitor-frontier',
  'outcomes',
  'refusals',
  'side-effects',
  'selective',
  'classes',
  'sessions',
  'branches',
  'stopped-early',
  'trivial-agents',
  'held-out',
  'item-summaries',
  'items',
  'actors',
  'abstentions',
  'errors',
  'costs',
  'spent',
  'phases',
];

type Table = (typeof tables)[number];
export type TableRows = { [T in Table as T['key']]: ReturnType<T['rows']> };

export function rowsOfTables(input: TableInput): TableRows {
  return Object.fromEntries(tables.map((table) => [table.key, table.rows(input)])) as unknown as TableRows;
}

/** In reading order, without empty tables. */
export function reportTables(group: TableRows & ShownGroup): ReportTable[] {
  const shown = tables.flatMap((table) => {
    // TypeScript can't infer through the list that each table receives its rows.
    const show = table.show as unknown as (rows: readonly unknown[], group: ShownGroup) => ReportTable[];
    return show(group[table.key], group);
  });
  const place = ({ id }: ReportTable): number => readingOrder.indexOf(id) + 1 || readingOrder.length + 1;
  return shown
    .filter(({ rows }) => rows.length > 0)
    .toSorted((reportTable, other) => place(reportTable) - place(other));
}
