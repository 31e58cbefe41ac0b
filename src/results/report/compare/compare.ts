import { UsageError } from '../../../base/errors.ts';
import { counted } from '../../../base/record/counted.ts';
import { holm } from '../../../base/statistics/holm.ts';
import { type PairedDifference, pairedDifference } from '../../../base/statistics/paired-difference.ts';
import type { RunResult } from '../../model/run-result.ts';
import { isUnknownRun } from '../../model/run-setup.ts';
import { isOtherVersion, mixedSettings, mixedText, setupText, suiteName } from '../../model/settings.ts';
import { isCounted } from '../../model/verdicts.ts';
import { comparedRates } from './metrics.ts';

export interface ComparedAgent {
  /** The folder or the model. */
  name: string;
  results: readonly RunResult[];
}

export interface SideSummary {
  name: string;
  models: string[];
  isReference: boolean;
  runs: number;
  complete: number;
  /** OS-Harm runs that ended in an error but were judged. They are paired like any other run. */
  judgedErrors: number;
  /** Runs in which the agent undid its harm before anyone could see it. No compared rate counts them. */
  fixed: number;
  /** Paths of complete runs whose cell the other side did not run. */
  withoutPartner: string[];
}

export interface ComparedMetric extends PairedDifference {
  metric: string;
  label: string;
  adjustedP: number;
  /** The second side relative to the first, at an adjusted p below 0.05. */
  finding: 'worse' | 'better' | 'no evidence of a difference';
}

export interface AgentComparison {
  judge: string;
  profile: string;
  first: SideSummary;
  second: SideSummary;
  cells: number;
  families: number;
  rows: ComparedMetric[];
  /** Differences that affect the comparison: image, suite, provider, setup. */
  reservations: string[];
}

/**
 * Compares two agents over the cells that both ran. The family-wise error rate is 5 % over the rates (Holm) and over
 * `pairs` parallel comparisons (Bonferroni). Throws UsageError if the profiles differ, if one side has several setups,
 * or if the sides share no cell.
 */
export function compareAgents(
  one: ComparedAgent,
  other: ComparedAgent,
  judge: string,
  { only, pairs = 1 }: { only?: readonly string[] | undefined; pairs?: number } = {},
): AgentComparison {
  const [first, second] = [withoutDamaged(one), withoutDamaged(other)];
  const profile = oneProfile(first, second);
  for (const side of [first, second]) refuseSeveralSetups(side);
  const [a, b] = [cellsOf(first.results, judge), cellsOf(second.results, judge)];
  const shared = [...a.keys()].filter((key) => b.has(key));
  if (shared.length === 0)
    throw new UsageError('The two share no task with the same vector and goal.', {
      code: 'compare-no-pairs',
      hint: `${first.name} has ${a.size}, ${second.name} ${b.size}; osharm report lists them.`,
    });
  const requested = comparedRates.filter(({ name }) => only === undefined || only.includes(name));
  const paired = requested.flatMap((metric) => {
    const outcomes = (runs: readonly RunResult[] = []): boolean[] =>
      runs.map((run) => metric.of(run, judge)).filter((item) => item !== null);
    const cells = shared
      .map((key) => ({
        family: familyOf(a.get(key)),
        first: outcomes(a.get(key)),
        second: outcomes(b.get(key)),
      }))
      .filter((cell) => cell.first.length > 0 && cell.second.length > 0);
    return cells.length === 0 ? [] : [{ metric, cells }];
  });
  // Holm's threshold for the smallest p. A difference below it is significant regardless of the other rates.
  const alpha = 0.05 / (paired.length * pairs);
  const differences = paired.map(({ metric, cells }) => ({ metric, paired: pairedDifference(cells, { alpha }) }));
  const adjusted = holm(differences.map(({ paired }) => paired.p));
  return {
    judge,
    profile,
    first: summaryOf(first, judge, a, b),
    second: summaryOf(second, judge, b, a),
    cells: shared.length,
    families: new Set(shared.map((key) => familyOf(a.get(key)))).size,
    rows: differences.map(({ metric, paired }, at) => {
      const adjustedP = Math.min(1, (adjusted[at] ?? 1) * pairs);
      const isMore = paired.difference > 0;
      const isWorse = isMore === (metric.worse === 'more');
      const finding = adjustedP >= 0.05 ? 'no evidence of a difference' : isWorse ? 'worse' : 'better';
      return { metric: metric.name, label: metric.label, ...paired, adjustedP, finding };
    }),
    reservations: [
      ...[one, other].flatMap(damagedText),
      ...reservationsOf(first, second),
      ...versionsText(shared.map((key) => [a.get(key) ?? [], b.get(key) ?? []])),
    ],
  };
}

const cellOf = (run: RunResult): string =>
  JSON.stringify([run.domain, run.taskId, run.injection?.vector, run.injection?.goal]);

const cellsOf = (results: readonly RunResult[], judge: string): Map<string, RunResult[]> =>
  Map.groupBy(
    results.filter((run) => isCounted(run, judge)),
    cellOf,
  );

const familyOf = (runs: readonly RunResult[] = []): string => runs[0]?.family ?? '';

const different = (results: readonly RunResult[], of: (run: RunResult) => string): string[] =>
  [...new Set(results.map(of))].sort();

function oneProfile(first: ComparedAgent, second: ComparedAgent): string {
  const [a, b] = [first, second].map((side) => different(side.results, (run) => run.profile)) as [string[], string[]];
  const [only, ...others] = new Set([...a, ...b]);
  if (only === undefined || others.length > 0)
    throw new UsageError(
      `Runs of different profiles are not paired: ${first.name} has ${a.join(', ')}, ${second.name} ${b.join(', ')}.`,
      {
        code: 'compare-profile',
        hint: 'A profile decides what the agent sees and what counts. Choose one with --profile, or run again.',
      },
    );
  return only;
}

/** Without the runs whose run.json is damaged: their profile is unknown, so nothing counts them. */
function withoutDamaged({ name, results }: ComparedAgent): ComparedAgent {
  const readable = results.filter((run) => !isUnknownRun(run));
  return { name, results: readable.length === 0 ? results : readable };
}

function damagedText({ name, results }: ComparedAgent): string[] {
  const damaged = results.filter(isUnknownRun);
  if (damaged.length === 0) return [];
  const names = damaged.slice(0, mostNamed).map((run) => `${run.path} (${run.findings[0] ?? 'no run.json'})`);
  const more = damaged.length > mostNamed ? ` and ${damaged.length - mostNamed} more` : '';
  return [`Not compared in ${name}: ${counted(damaged.length, 'damaged run')}: ${names.join('; ')}${more}.`];
}

const mostNamed = 5;

/** Runs with different observations or defences are not repeats of one cell. */
function refuseSeveralSetups({ name, results }: ComparedAgent): void {
  const setups = different(results, (run) => setupText(run.settings));
  if (setups.length < 2) return;
  throw new UsageError(`${name} has runs of several setups: ${setups.join('; ')}.`, {
    code: 'compare-setup',
    hint: 'Give the folder of one of them, such as RESULTS/pyautogui/a11y_tree.',
  });
}

function summaryOf(
  side: ComparedAgent,
  judge: string,
  groups: Map<string, RunResult[]>,
  other: Map<string, RunResult[]>,
): SideSummary {
  return {
    name: side.name,
    models: different(side.results, (run) => run.model),
    isReference: side.results.some((run) => run.isReference),
    runs: side.results.length,
    complete: side.results.filter((run) => run.isComplete).length,
    judgedErrors: side.results.filter((run) => !run.isComplete && isCounted(run, judge)).length,
    fixed: side.results.filter((run) => run.harm === 'fixed').length,
    withoutPartner: [...groups].filter(([key]) => !other.has(key)).flatMap(([, runs]) => runs.map((run) => run.path)),
  };
}

function reservationsOf(first: ComparedAgent, second: ComparedAgent): string[] {
  const fields = { suite: suiteName, provider: (run: RunResult) => run.provider, image: (run: RunResult) => run.image };
  const lines = Object.entries(fields).flatMap(([field, of]) => {
    const [a, b] = [first, second].map((side) =>
      different(side.results, of).filter((value) => value !== 'unknown'),
    ) as [string[], string[]];
    const isSame = a.join('\0') === b.join('\0') && a.length <= 1;
    return isSame
      ? []
      : [`The runs differ in ${field}: ${a.join(', ') || 'unknown'} against ${b.join(', ') || 'unknown'}.`];
  });
  const [a, b] = [first, second].map((side) => different(side.results, (run) => setupText(run.settings))) as [
    string[],
    string[],
  ];
  if (a.join() !== b.join()) lines.push(`The runs differ in setup: ${a.join()} against ${b.join()}.`);
  for (const [letter, side] of [
    ['A', first],
    ['B', second],
  ] as const)
    for (const mixed of mixedSettings(side.results))
      lines.push(`Runs of ${letter} with different settings are pooled: ${mixedText(mixed)}.`);
  const substituted = [...first.results, ...second.results].filter((run) => run.substitutedApps.length > 0).length;
  if (substituted > 0)
    lines.push(`substituted-app: in ${counted(substituted, 'run')} a substitute replaced the task’s application.`);
  const knew = [...first.results, ...second.results].filter((run) => run.saidSuiteGuid).length;
  return knew === 0
    ? lines
    : [...lines, `In ${counted(knew, 'run')} the agent repeated the suite’s GUID: it knows the suite’s files.`];
}

function versionsText(pairs: readonly (readonly [readonly RunResult[], readonly RunResult[]])[]): string[] {
  const differing = pairs.filter(([ones, others]) =>
    ones.some((result) => others.some((other) => isOtherVersion(result.settings, other.settings))),
  ).length;
  if (differing === 0) return [];
  return [
    `In ${differing} of ${pairs.length} pairs the task’s files or the goal’s text differ, so a difference may come from the task.`,
  ];
}
