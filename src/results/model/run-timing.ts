import type { ReadRun } from '../../base/record/read-run.ts';
import { saysRunning } from './run-ending.ts';
import type { RunFiles } from './run-files.ts';

/** When the run took place, and its size. */
export interface RunTiming {
  startedAt: string | null;
  /** Equal for all attempts of a run. */
  firstStartedAt: string | null;
  wallMs: number | null;
  steps: number;
  actions: number;
  /** Number of the agent's screenshots that exist as files. */
  pictures: number;
}

export function timingOf({ run }: RunFiles): RunTiming {
  const { runJson } = run;
  return {
    startedAt: runJson?.startedAt ?? null,
    firstStartedAt: runJson?.attempts[0]?.startedAt ?? runJson?.startedAt ?? null,
    wallMs: runJson === null || runJson.endedAt === null ? null : milliseconds(runJson.startedAt, runJson.endedAt),
    steps: stepsOf(run),
    actions: run.actions.length,
    pictures: picturesOf(run),
  };
}

function stepsOf(run: ReadRun): number {
  const logged = run.betterLog?.steps.length ?? 0;
  const recorded = run.runJson?.steps.length;
  // `run.json` is written at the start and end of a run, the log after each step.
  return recorded !== undefined && saysRunning(run) ? Math.max(recorded, logged) : (recorded ?? logged);
}

function milliseconds(from: string, to: string): number | null {
  const gap = Date.parse(to) - Date.parse(from);
  return Number.isFinite(gap) ? gap : null;
}

function picturesOf(run: ReadRun): number {
  const dangling = new Set(
    run.findings.filter((finding) => finding.kind === 'dangling').map((finding) => finding.file),
  );
  return (run.betterLog?.steps ?? []).filter(
    ({ screenshotFile }) => screenshotFile !== null && !dangling.has(screenshotFile),
  ).length;
}
