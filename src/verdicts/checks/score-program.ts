import type { TaskPhase } from '../../tasks/suite/program.ts';
import type { ProgramResult } from '../osworld/evaluator/task-programs.ts';
import type { MilestoneResult } from './milestones.ts';

const shownDetails = 300;
/** Tolerance for rounding errors in sums of partial scores. */
const whole = 1 - 1e-6;

/** The value of OSWorld 2.0's `evaluate`, or the sum over phases, 0 … 1. `FAIL` does not score 0, unlike elsewhere. */
export function scoreOfProgram(result: ProgramResult): {
  value: number;
  isFloat: true;
  completed: boolean;
  conditions: { kind: string; holds: boolean; reason: string }[];
  milestones: MilestoneResult[];
} {
  const sum = 'phases' in result ? result.phases.reduce((total, { score }) => total + score, 0) : result.score;
  const value = Math.round(Math.max(0, Math.min(1, sum)) * 10_000) / 10_000;
  const said = 'phases' in result ? `it reported ${result.phases.length} phases` : detailsText(result.details);
  const reason = `The task's program scored ${value}${said === '' ? '' : `: ${said}`}.`;
  return {
    value,
    isFloat: true,
    completed: sum >= whole,
    conditions: [{ kind: 'program', holds: sum >= whole, reason }],
    milestones: 'phases' in result ? result.phases.map(milestone) : [],
  };
}

function detailsText(details: Readonly<Record<string, unknown>> | null): string {
  if (details === null) return '';
  const { score: _, ...rest } = details;
  const text = JSON.stringify(rest);
  return text.length > shownDetails ? `${text.slice(0, shownDetails)}…` : text;
}

/** A phase counts as reached if its score is above 0 and lets the next phase begin. */
function milestone(phase: TaskPhase & { score: number }, index: number): MilestoneResult {
  const { name, score, gate_min_score: least } = phase;
  return {
    id: `phase-${index + 1}`,
    what: name,
    weight: 1,
    isReached: score > 0 && (least === null || score >= least),
    reason: `Scored ${score}${least === null ? '' : `; ${least} lets the next phase begin`}.`,
  };
}
