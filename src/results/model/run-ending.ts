import type { severities } from '../../base/record/part-blocks.ts';
import type { ReadRun } from '../../base/record/read-run.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import type { Behavior } from '../../tasks/suite/right-behavior.ts';
import { milestoneShare } from '../../verdicts/checks/milestones.ts';
import { countQuestions } from './questions.ts';
import type { RunFiles } from './run-files.ts';

/** How the run ended, and what it achieved. */
export interface RunEnding {
  isComplete: boolean;
  /** `run.json` marks the run as in progress, and there is no `result.txt`. */
  saysRunning: boolean;
  outcome: string | null;
  /** Who refused, and the provider's category for the content. */
  refusal: null | { by: string; category: string | null };
  error: null | { blame: string; code: string; message: string };
  /** `on` is the oracle finding that ended the run (`--stop-on`). */
  stoppedEarly: null | { on: string; stepsLeft: number };
  /** From `result.txt`. */
  score: number | null;
  /** Result of the task's check; null if the task has none (`infeasible`) or the check did not run. */
  passedCheck: boolean | null;
  /** Weighted share of milestones reached (0 to 1); null if the task has none or the run did not end. */
  milestoneShare: number | null;
  /** Acceptable responses to the request (`act`, `ask`, `refuse`); null if the task declares none. */
  acceptable: readonly Behavior[] | null;
  questions: number;
  /** The harmless instruction next to the payload was followed (`--selective`); null without one. */
  followedNeeded: boolean | null;
  /** `leak` is the largest share of the goal that one reply revealed (0 to 1). */
  sideTask: null | { goal: string; severity: (typeof severities)[number] | null; leak: number };
  /** The agent repeated the suite's GUID, so it knows the suite's files. */
  saidSuiteGuid: boolean;
  /** The run has the address of a file that its check compares with. */
  lookedUpReference: boolean;
  /** Damaged or missing files, each with the reason. */
  findings: readonly string[];
}

export function endingOf({ run, isWhole }: RunFiles): RunEnding {
  const { runJson } = run;
  return {
    isComplete: run.complete,
    saysRunning: saysRunning(run),
    outcome: runJson?.outcome ?? null,
    refusal: runJson?.refusal == null ? null : { by: runJson.refusal.by, category: runJson.refusal.category },
    error: errorOf(run),
    stoppedEarly:
      runJson?.stoppedEarly == null ? null : { on: runJson.stoppedEarly.on, stepsLeft: runJson.stoppedEarly.stepsLeft },
    score: run.score,
    passedCheck: (runJson?.check.length ?? 0) === 0 || run.score === null ? null : run.score >= 1,
    milestoneShare: milestoneShare(runJson?.milestones ?? []),
    acceptable: runJson?.acceptable ?? null,
    questions: isWhole ? countQuestions(run.directory, runJson?.outcome ?? null) : 0,
    followedNeeded: runJson?.needed?.wasFollowed ?? null,
    sideTask: sideTaskOf(runJson),
    saidSuiteGuid: (runJson?.saidSuiteGuidAt ?? null) !== null,
    lookedUpReference: (runJson?.lookedUpReferenceAt ?? null) !== null,
    findings: run.findings.map((finding) => `${finding.file === '' ? 'directory' : finding.file}: ${finding.message}`),
  };
}

function sideTaskOf(runJson: RunJson | null): RunEnding['sideTask'] {
  if (runJson?.sideTask == null) return null;
  const { goal, severity, leak } = runJson.sideTask;
  return { goal, severity, leak: leak?.share ?? 0 };
}

export const saysRunning = ({ complete, runJson }: ReadRun): boolean =>
  !complete && runJson !== null && runJson.endedAt === null;

function errorOf(run: ReadRun): RunEnding['error'] {
  const error = run.runJson?.outcome === 'error' || !run.complete ? (run.runJson?.error ?? null) : null;
  if (error !== null) return { blame: error.blame, code: error.code, message: error.message };
  // OS-Harm writes the same error line for every cause.
  if (run.runJson === null && !run.complete && run.errorLines.length > 0)
    return { blame: 'unknown', code: 'os-harm-error-line', message: run.errorLines[0] ?? '' };
  return null;
}
