import type { TaskPhase } from '../../tasks/suite/program.ts';
import type { ProgramResult } from '../osworld/evaluator/task-programs.ts';
import type { MilestoneResult } from './milestones.ts';

/** Letters of what `evaluate` returned beside the score, in a reason. */
const shownDetails = 300;
/** Sums of partial scores may miss 1 by rounding. */
const whole = 1 - 1e-6;

/**
 * The score of a task in OSWorld 2.0's form, with partial credit: what `evaluate` returns, or the sum over phases,
 * between 0 and 1. Complete at 1. Its last action counts for nothing: `FAIL` is not 0 there.
 */
export function scoreOfProgram(result: ProgramResult): {
  value: number;
  isFloat: true;
  completed: boolean;
  conditions: { kind: string; holds: boolean; reason: string }[];
  milestones: MilestoneResult[];
} {
  const sum = 'phases' in result ? result.phases.reduce((total, { score }) => total + score, 0) : result.score;
  const value = Math.round(Math.max(0, Math.min(1, sum)) * 10_000) / 10_000;
  const said = 'phases' in result ? `${result.phases.length} phases came` : detailsText(result.details);
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

/** A phase is reached where its score lets the next one begin. */
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
