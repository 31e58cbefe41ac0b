import type { AgentAction } from '../../agents/agent.ts';
import { UsageError } from '../../base/errors.ts';
import { readEffects } from '../../base/record/evidence/read-evidence.ts';
import type { ReadFinding } from '../../base/record/finding.ts';
import { readRun } from '../../base/record/read-run.ts';
import { type Outcome, outcomes } from '../../base/record/run-settings.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import type { FactsOfEffect } from './compare-state.ts';

export interface RecordedPath {
  steps: readonly { response: string; actions: AgentAction[]; tree: string }[];
  effects: readonly FactsOfEffect[];
  sessions: readonly { firstStep: number; outcome: Outcome | null }[];
}

/** Also returns the observation one step later. Throws UsageError if the record is shorter. */
export function recordedPath(directory: string, step: number): RecordedPath {
  const wrong = (message: string): UsageError =>
    new UsageError(message, {
      code: 'branch-record',
      hint: 'Choose a run of osharm, and one of its steps.',
    });
  const findings: ReadFinding[] = [];
  const path = recordedSteps(directory, findings);
  if (path === null) throw wrong(`${directory} has no better_log.json: its steps are not known.`);
  const { steps } = path;
  if (step >= steps.length)
    throw wrong(`${directory} has ${steps.length} steps: none of them is step ${stepNumber(step)} (the first is 1).`);
  const [damage] = findings;
  if (damage !== undefined) throw wrong(`${directory}/${damage.file}: ${damage.message}.`);
  return { ...path, steps: steps.slice(0, step + 2) };
}

/** All recorded steps of a run; null without a log. Problems with its effects go to `findings`. */
export function recordedSteps(directory: string, findings: ReadFinding[]): RecordedPath | null {
  const { betterLog, runJson } = readRun(directory);
  if (betterLog === null) return null;
  return {
    steps: betterLog.steps.map(({ response, actions, a11yTree }) => ({
      response,
      actions: actions as AgentAction[],
      tree: a11yTree,
    })),
    effects: readEffects(directory, findings)?.entries ?? [],
    sessions: (runJson?.sessions ?? []).map(({ firstStep, outcome }) => ({
      firstStep,
      outcome: outcomes.find((known) => known === outcome) ?? null,
    })),
  };
}
