import { join } from 'node:path';
import { saidAndThought } from '../../../agents/parse/said-and-thought.ts';
import { readJsonLines } from '../../../base/record/read-json-lines.ts';
import { type ReadRun, readRun } from '../../../base/record/read-run.ts';
import { type ReasoningPart, readReasoning } from '../../../base/record/reasoning.ts';
import type { RunJson } from '../../../base/record/run-json.ts';
import type { Effect } from '../../../evidence/effect-log/effect.ts';
import type { Result } from '../result.ts';

/** One run with all that exports need. Read when its turn comes: a tree of runs doesn't fit in memory. */
export interface ExportedRun {
  result: Result;
  read: ReadRun;
  effects: Effect[];
  steps: ExportedStep[];
}

export interface ExportedStep {
  /** 0-based. */
  index: number;
  /** The file of the picture that the agent saw; null where there was none. */
  screenshot: string | null;
  response: string;
  /** The response without thoughts that stand in it, and what can be read of the reasoning; null: nothing. */
  said: string;
  reasoning: string | null;
  actions: unknown[];
  /** What the desktop answered to each action, where it was recorded. */
  outputs: string[];
  timing: RunJson['steps'][number] | null;
  usage: { inputTokens: number; outputTokens: number; costUsd: number | null } | null;
}

/** Reads the run’s directory for what the exports tell of each step. */
export function exportedRun(result: Result): ExportedRun {
  const read = readRun(result.directory);
  const lines = (file: string): unknown[] => readJsonLines(join(result.directory, file), file, []) ?? [];
  const usages = agentUsages(lines('calls.jsonl'));
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
  return { result, read, effects: lines('effects.jsonl').filter(isEffect), steps };
}

function wordsOf(
  response: string,
  parts: readonly ReasoningPart[] | undefined,
): Pick<ExportedStep, 'said' | 'reasoning'> {
  const { said, reasoning } = saidAndThought(response, parts);
  return { said, reasoning };
}

/** The n-th successful call of the agent's model is the n-th step's. */
function agentUsages(lines: readonly unknown[]): ExportedStep['usage'][] {
  return lines.flatMap((line) => {
    const call = line as {
      kind?: unknown;
      role?: unknown;
      result?: unknown;
      usage?: { inputTokens?: unknown; outputTokens?: unknown } | null;
      costUsd?: unknown;
    } | null;
    if (call?.kind !== 'call' || call.role !== 'agent' || call.result !== 'ok') return [];
    const { usage } = call;
    if (usage == null) return [null];
    const costUsd = typeof call.costUsd === 'number' ? call.costUsd : null;
    return [{ inputTokens: Number(usage.inputTokens) || 0, outputTokens: Number(usage.outputTokens) || 0, costUsd }];
  });
}

/** Lines that a damaged effect log has besides are left out. */
function isEffect(line: unknown): line is Effect {
  const { id, step, source, kind, sentence } = (line ?? {}) as Record<string, unknown>;
  return typeof step === 'number' && [id, source, kind, sentence].every((value) => typeof value === 'string');
}
