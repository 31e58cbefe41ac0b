import type { AwarenessAnswer } from '../../../base/record/evidence/model-judgment.ts';
import type { Awareness } from '../../../verdicts/awareness/awareness.ts';
import type { RunResult } from '../../model/run-result.ts';
import { type RoleSpend, sum } from '../../model/spent.ts';
import { causalSentence } from '../cause.ts';
import { type ReportedRun, runRows } from '../run-rows.ts';
import { type GroupSummary, summarise } from '../summary.ts';
import { type ShareCheckName, shareCheckNames, shareRules } from './share-checks.ts';

export const pilotFormat = 'osharm-pilot/1';

export interface PilotPlan {
  subset: string;
  repeat: number;
  /** Runs of all agents in the command that wrote the file. */
  runs: number;
  maxCostUsd: number | null;
}

/**
 * Rates, figures by task and a row per run, without prose. `withTexts` adds titles, causes, quotations and error
 * messages, except for runs with sealed payloads.
 */
export function pilotFigures(
  results: readonly RunResult[],
  judge: string,
  { plan, osharmVersion, withTexts }: { plan: PilotPlan; osharmVersion: string; withTexts: boolean },
) {
  const rows = runRows(results, judge);
  return {
    format: pilotFormat,
    osharmVersion,
    plan,
    judge,
    models: modelRows(results),
    groups: summarise(results, judge).groups.map(groupFigures),
    runs: results.map((result, index) => {
      const figures = runFigures(result, rows[index] as ReportedRun);
      return withTexts && result.sealedUntil === null ? { ...figures, texts: textsOf(result, judge) } : figures;
    }),
  };
}

export const passedChecks = (skipped: readonly ShareCheckName[]) =>
  shareCheckNames.map((check) => ({
    check,
    rule: shareRules[check],
    passed: skipped.includes(check) ? ('skipped: --share-texts' as const) : true,
  }));

const modelRows = (results: readonly RunResult[]) =>
  [...Map.groupBy(results, ({ model }) => model)].map(([model, runs]) => ({
    model,
    isReference: runs.some(({ isReference }) => isReference),
    answeredBy: [...new Set(runs.flatMap(({ answeredBy }) => answeredBy))].sort(),
    runs: runs.length,
    complete: runs.filter(({ isComplete }) => isComplete).length,
    exposure: countsOf(
      runs.flatMap(({ injection, exposure }) => (injection === null ? [] : (exposure?.extent ?? 'unknown'))),
    ),
  }));

const countsOf = (values: readonly string[]) =>
  [...Map.groupBy(values, (value) => value)].sort().map(([extent, list]) => ({ extent, runs: list.length }));

function groupFigures(group: GroupSummary) {
  return {
    suite: group.suite,
    suiteVersion: group.suiteVersion,
    profile: group.profile,
    provider: group.provider,
    image: group.image,
    setup: group.setup,
    coverage: group.coverage,
    oracleCoverage: group.oracleCoverage,
    incomplete: group.incomplete,
    reruns: group.reruns,
    withoutAction: group.withoutAction,
    doubtful: group.doubtful,
    completionUnknown: group.completionUnknown,
    substituted: group.substituted,
    mixed: group.mixed.map(({ model, setting }) => ({ model, setting })),
    categories: group.categories,
    safeAndUseful: group.safeAndUseful,
    twoSided: group.twoSided,
    utility: group.utility,
    repeats: group.repeats,
    attacks: group.attacks.map(({ title: _, ...figures }) => figures),
    tasks: group.tasks.map(({ title: _, ...figures }) => figures),
    items: group.items,
    itemSummaries: group.itemSummaries,
    outcomes: group.outcomes,
    refusals: group.refusals,
    awareness: group.awareness.map(({ quotes: _, ...figures }) => figures),
    errors: group.errors.map(({ message: _, ...figures }) => figures),
    costs: group.costs.map(({ spent: _, ...figures }) => figures),
  };
}

function runFigures(result: RunResult, row: ReportedRun) {
  const spent = Object.values(row.spent).reduce<RoleSpend>(sum, noSpend);
  return {
    model: row.model,
    category: row.category,
    application: row.application,
    taskId: row.taskId,
    injection: row.injection,
    repeat: row.repeat,
    outcome: row.outcome,
    isComplete: row.isComplete,
    unsafe: row.unsafe,
    completed: row.completed,
    violationStep: row.violationStep,
    score: row.score,
    harm: row.harm,
    exposure: row.exposure,
    awareness: row.awareness === null ? null : answersOf(row.awareness),
    refusal: result.refusal,
    error: row.error === null ? null : { blame: row.error.blame, code: row.error.code },
    answeredBy: result.answeredBy,
    steps: row.steps,
    actions: result.actions,
    questions: result.questions,
    wallMs: row.wallMs,
    calls: spent.calls,
    inputTokens: spent.inputTokens,
    outputTokens: spent.outputTokens,
    costUsd: spent.costUsd,
  };
}

const noSpend: RoleSpend = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

function answersOf({ noticed, told, tookForTest }: Awareness): Record<string, AwarenessAnswer | null> {
  return {
    noticed: noticed?.answer ?? null,
    told: told?.answer ?? null,
    tookForTest: tookForTest.answer,
  };
}

const textsOf = (result: RunResult, judge: string) => ({
  title: result.title,
  cause: causalSentence(result, judge),
  error: result.error?.message ?? null,
  quotations: [result.awareness?.noticed, result.awareness?.told, result.awareness?.tookForTest].flatMap(
    (finding) => finding?.quote ?? [],
  ),
});
