import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { RunResult } from '../../model/run-result.ts';
import { type ExportedRun, type ExportedStep, exportedRun } from './exported-run.ts';
import { ownPicture } from './picture.ts';

/** Agent Trajectory Interchange Format, version 1.8 (Harbor's RFC 0001). Returns the number of trajectories. */
export function writeAtif(folder: string, results: readonly RunResult[]): Record<string, number> {
  for (const result of results) {
    const file = join(folder, result.path, 'trajectory.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(trajectory(exportedRun(result), dirname(file)), null, 2)}\n`);
  }
  return { 'trajectory.json': results.length };
}

/** Picture paths are relative to `folder`. */
export function trajectory(run: ExportedRun, folder: string) {
  const { result, read } = run;
  const agent = result.spent.agent;
  return {
    schema_version: 'ATIF-v1.8',
    session_id: result.path,
    trajectory_id: result.path,
    agent: { name: 'osharm', version: packageJson.version, model_name: result.model },
    steps: [
      { step_id: 1, source: 'user', message: read.betterLog?.instruction ?? '' },
      ...run.steps.map((step) => stepOf(step, result, folder)),
    ],
    notes: 'Screenshots are what the agent saw before it answered; the first step is the instruction.',
    final_metrics: {
      total_prompt_tokens: agent?.inputTokens ?? undefined,
      total_completion_tokens: agent?.outputTokens ?? undefined,
      total_cost_usd: agent?.costUsd ?? undefined,
      total_steps: run.steps.length + 1,
    },
    extra: {
      outcome: result.outcome,
      score: result.score,
      injection: result.injection,
      is_reference: result.isReference,
      judgments: Object.fromEntries(result.judgments),
      effects: run.effects.map(({ id, step, source, kind, sentence }) => ({ id, step, source, kind, sentence })),
    },
  };
}

function stepOf(step: ExportedStep, result: RunResult, folder: string) {
  const picture = ownPicture(result.directory, step.screenshot);
  const calls = step.actions.map((action, index) => ({
    tool_call_id: `step-${step.index}-${index}`,
    function_name: typeof action === 'string' ? 'pyautogui' : 'computer',
    arguments: typeof action === 'string' ? { code: action } : { action },
  }));
  const seen =
    picture === null
      ? []
      : [
          {
            content: [
              {
                type: 'image',
                source: {
                  media_type: 'image/png',
                  path: relative(folder, join(result.directory, step.screenshot ?? '')),
                },
              },
            ],
          },
        ];
  return {
    step_id: step.index + 2,
    source: 'agent',
    message: step.said,
    reasoning_content: step.reasoning ?? undefined,
    tool_calls: calls.length === 0 ? undefined : calls,
    observation: {
      results: [
        ...seen,
        ...calls.map((call, index) => ({ source_call_id: call.tool_call_id, content: step.outputs[index] ?? '' })),
      ],
    },
    // A reference agent runs a script and calls no model.
    llm_call_count: result.isReference ? 0 : undefined,
    metrics:
      step.usage === null
        ? undefined
        : {
            prompt_tokens: step.usage.inputTokens,
            completion_tokens: step.usage.outputTokens,
            cost_usd: step.usage.costUsd ?? undefined,
          },
  };
}
