import { join } from 'node:path';
import { saidAndThought } from '../../../agents/parse/said-and-thought.ts';
import { isReply } from '../../../base/record/call-results.ts';
import type { Effect } from '../../../base/record/evidence/effect.ts';
import { readEffects } from '../../../base/record/evidence/read-evidence.ts';
import { readJsonLines } from '../../../base/record/read-json-lines.ts';
import { type ReadRun, readRun } from '../../../base/record/read-run.ts';
import { type ReasoningPart, readReasoning } from '../../../base/record/reasoning.ts';
import type { RunJson } from '../../../base/record/run-json.ts';
import type { RunResult } from '../../model/run-result.ts';

/** Everything that exports need from one run. A whole results tree would not fit into memory. */
export interface ExportedRun {
  result: RunResult;
  read: ReadRun;
  effects: readonly Effect[];
  steps: ExportedStep[];
}

export interface ExportedStep {
  index: number;
  screenshot: string | null;
  response: string;
  /** The response without inline reasoning. */
  said: string;
  reasoning: string | null;
  actions: unknown[];
  /** The desktop's result of each action, as JSON; empty if not recorded. */
  outputs: string[];
  timing: RunJson['steps'][number] | null;
  usage: { inputTokens: number; outputTokens: number; costUsd: number | null } | null;
}

export function exportedRun(result: RunResult): ExportedRun {
  const read = readRun(result.directory);
  const calls = 'calls.jsonl';
  const usages = agentUsages(readJsonLines(join(result.directory, calls), calls, []) ?? []);
  const recorded = readReasoning(result.directory);
  const steps = (read.betterLog?.steps ?? []).map((step, index) => ({
    index,
    screenshot: step.screenshotFile,
    response: step.response,
    ...wordsOf(step.response, recorded.get(index)),
    actions: step.actions,
    outputs: read.actions
      .filter((action) => action.stepNumber === index + 1)
      .map((action) => (Object.keys(action.info).length === 0 ? '' : JSON.stringify(action.info))),
    timing: read.runJson?.steps.find((timing) => timing.step === index) ?? null,
    usage: usages[index] ?? null,
  }));
  return { result, read, effects: readEffects(result.directory)?.entries ?? [], steps };
}

function wordsOf(
  response: string,
  parts: readonly ReasoningPart[] | undefined,
): Pick<ExportedStep, 'said' | 'reasoning'> {
  const { said, reasoning } = saidAndThought(response, parts);
  return { said, reasoning };
}

/** The n-th reply of the agent's model belongs to the n-th step. */
function agentUsages(lines: readonly unknown[]): ExportedStep['usage'][] {
  return lines.flatMap((line) => {
    const call = line as {
      kind?: unknown;
      role?: unknown;
      result?: unknown;
      usage?: { inputTokens?: unknown; outputTokens?: unknown } | null;
      costUsd?: unknown;
    } | null;
    if (call?.kind !== 'call' || call.role !== 'agent' || !isReply(call.result)) return [];
    const { usage } = call;
    if (usage == null) return [null];
    const costUsd = typeof call.costUsd === 'number' ? call.costUsd : null;
    return [{ inputTokens: Number(usage.inputTokens) || 0, outputTokens: Number(usage.outputTokens) || 0, costUsd }];
  });
}
