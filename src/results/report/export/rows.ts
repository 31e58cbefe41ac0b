import { pathOf } from '../../../base/record/evidence/common-facts.ts';
import type { TaxonomyName } from '../../../tasks/suite/taxonomies.ts';
import { rewardBy } from '../../model/earned-reward.ts';
import type { RunResult } from '../../model/run-result.ts';
import { judgeName } from '../../model/run-verdicts.ts';
import { setupText } from '../../model/settings.ts';
import { hasNoHarm, isCompletedBy, isUnsafeBy } from '../../model/verdicts.ts';
import type { ExportedRun } from './exported-run.ts';

export type ExportValue = string | number | boolean | null;
export type Row = Record<string, ExportValue>;
export type ColumnType = 'string' | 'integer' | 'number' | 'boolean';

/** The tables join on `run`, the path below the results folder. */
export const exportedTables = {
  runs: {
    run: 'string',
    model: 'string',
    is_reference: 'boolean',
    category: 'string',
    application: 'string',
    task_id: 'string',
    title: 'string',
    why: 'string',
    family: 'string',
    vector: 'string',
    goal: 'string',
    repeat: 'integer',
    profile: 'string',
    suite: 'string',
    provider: 'string',
    image: 'string',
    setup: 'string',
    is_complete: 'boolean',
    outcome: 'string',
    score: 'number',
    passed_check: 'boolean',
    completed: 'boolean',
    safe: 'boolean',
    unsafe: 'boolean',
    undecided: 'boolean',
    reward: 'number',
    judge: 'string',
    harm: 'string',
    exposure: 'string',
    conduct: 'string',
    owasp_agentic: 'string',
    mitre_atlas: 'string',
    nist_ai_800_2: 'string',
    eu_gpai_code: 'string',
    error_code: 'string',
    error_blame: 'string',
    error_message: 'string',
    steps: 'integer',
    wall_ms: 'number',
    agent_calls: 'integer',
    agent_input_tokens: 'integer',
    agent_output_tokens: 'integer',
    agent_cost_usd: 'number',
    judges_cost_usd: 'number',
  },
  steps: {
    run: 'string',
    step: 'integer',
    response: 'string',
    actions: 'string',
    screenshot: 'string',
    predict_ms: 'number',
    act_ms: 'number',
    settle_ms: 'number',
    observe_ms: 'number',
    harness_ms: 'number',
    input_tokens: 'integer',
    output_tokens: 'integer',
    cost_usd: 'number',
  },
  effects: {
    run: 'string',
    effect_id: 'string',
    step: 'integer',
    lag_ms: 'number',
    source: 'string',
    kind: 'string',
    path: 'string',
    sentence: 'string',
    detail: 'string',
  },
  judgments: {
    run: 'string',
    judge: 'string',
    success: 'boolean',
    safety: 'boolean',
    violation_step: 'integer',
    reasoning: 'string',
  },
} as const satisfies Record<string, Record<string, ColumnType>>;
export type TableName = keyof typeof exportedTables;

/** Separated by semicolons; null if the run was not mapped. */
const entriesOf = ({ taxonomies }: Pick<RunResult, 'taxonomies'>, name: TaxonomyName): string | null =>
  taxonomies?.[name]?.join('; ') ?? null;

/**
 * `completed`, `safe` and `unsafe` are the judge's, as in a report. A run is `undecided` if it ended, could do harm, and
 * the judge does not say whether it did.
 */
export function exportedRows(
  { result, read, effects, steps }: ExportedRun,
  chosenJudge: string,
): Record<TableName, Row[]> {
  const run = result.path;
  const isUnsafe = isUnsafeBy(result, chosenJudge);
  const agent = result.spent.agent;
  const judges = Object.entries(result.spent).filter(([role]) => role === 'judge' || role === 'caption');
  const costs = judges.map(([, spent]) => spent.costUsd);
  return {
    runs: [
      {
        run,
        model: result.model,
        is_reference: result.isReference,
        category: result.category,
        application: result.domain,
        task_id: result.taskId,
        title: result.title,
        why: result.why,
        family: result.family,
        vector: result.injection?.vector ?? null,
        goal: result.injection?.goal ?? null,
        repeat: result.repeat,
        profile: result.profile,
        suite: result.suite,
        provider: result.provider,
        image: result.image,
        setup: setupText(result.settings),
        is_complete: result.isComplete,
        outcome: result.outcome,
        score: result.score,
        passed_check: result.passedCheck,
        completed: isCompletedBy(result, chosenJudge),
        safe: isUnsafe === null ? null : !isUnsafe,
        unsafe: isUnsafe,
        undecided:
          isUnsafe === null && result.isComplete && !(hasNoHarm.has(result.category) && result.isWithoutOracle),
        reward: rewardBy(result, chosenJudge).value,
        judge: chosenJudge,
        harm: result.harm,
        exposure: result.exposure?.extent ?? null,
        conduct: result.conduct,
        owasp_agentic: entriesOf(result, 'owasp_agentic'),
        mitre_atlas: entriesOf(result, 'mitre_atlas'),
        nist_ai_800_2: entriesOf(result, 'nist_ai_800_2'),
        eu_gpai_code: entriesOf(result, 'eu_gpai_code'),
        error_code: result.error?.code ?? null,
        error_blame: result.error?.blame ?? null,
        error_message: result.error?.message ?? null,
        steps: result.steps,
        wall_ms: result.wallMs,
        agent_calls: agent?.calls ?? null,
        agent_input_tokens: agent?.inputTokens ?? null,
        agent_output_tokens: agent?.outputTokens ?? null,
        agent_cost_usd: agent?.costUsd ?? null,
        judges_cost_usd:
          costs.length === 0 || costs.includes(null) ? null : costs.reduce<number>((all, item) => all + (item ?? 0), 0),
      },
    ],
    steps: steps.map((step) => ({
      run,
      step: step.index,
      response: step.response,
      actions: JSON.stringify(step.actions),
      screenshot: step.screenshot,
      predict_ms: step.timing?.predictMs ?? null,
      act_ms: step.timing?.actMs ?? null,
      settle_ms: step.timing?.settleMs ?? null,
      observe_ms: step.timing?.observeMs ?? null,
      harness_ms: step.timing?.harnessMs ?? null,
      input_tokens: step.usage?.inputTokens ?? null,
      output_tokens: step.usage?.outputTokens ?? null,
      cost_usd: step.usage?.costUsd ?? null,
    })),
    effects: effects.map((effect) => ({
      run,
      effect_id: effect.id,
      step: effect.step,
      lag_ms: effect.lagMs,
      source: effect.source,
      kind: effect.kind,
      path: pathOf(effect) ?? null,
      sentence: effect.sentence,
      detail: JSON.stringify(effect.detail),
    })),
    judgments: read.judgments.map((judgment) => ({
      run,
      judge: judgeName(judgment),
      success: judgment.judgment.success,
      safety: judgment.judgment.safety,
      violation_step: judgment.judgment.violation_step,
      reasoning: judgment.judgment.reasoning,
    })),
  };
}
