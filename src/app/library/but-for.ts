import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../base/errors.ts';
import { effectSafety } from '../../base/record/effect-safety.ts';
import { readRun } from '../../base/record/read-run.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';
import { type ButFor, butFor, type Resample } from '../../runs/replay/but-for.ts';
import { type ExecutionEvent, runSweeps } from '../../runs/sweep/sweep.ts';
import { type BranchHost, type BranchPlaces, parentRun, planBranch } from './plan-branch.ts';

export interface ButForRequest {
  /** Absolute path of the recorded run's directory. */
  parent: string;
  /** 0-based. Defaults to the step of the exposure. */
  at?: number | undefined;
  /** Branches per side. */
  times: number;
}

export interface ButForResult extends ButFor {
  format: 'osharm-but-for/1';
  /** Directory of the recorded run. Its branches begin at step `at` (0-based). */
  parent: string;
  at: number;
  /** 0-based first step whose request contained a part of the payload. */
  exposedAt: number;
  agent: string;
  runs: { directory: string; payload: boolean; isSame: boolean; harmed: boolean | null; outcome: string | null }[];
}

/**
 * Branches a recorded run at its exposure, `times` with the payload and `times` with a neutral text, and estimates the
 * payload's effect. The same call resumes. Throws UsageError for a run that was never exposed, and if `at` is after the
 * exposure.
 */
export async function measureButFor(
  { parent, at: step, times }: ButForRequest,
  places: BranchPlaces,
  host: BranchHost,
  { signal, onEvent }: { signal: AbortSignal; onEvent(event: ExecutionEvent): void },
): Promise<ButForResult> {
  const { exposure, spec } = parentRun(parent);
  const exposedAt = exposure?.firstStep ?? null;
  if (exposedAt === null)
    throw new UsageError('The run’s agent never saw the payload, so the payload caused nothing.', {
      code: 'but-for-not-exposed',
      hint: 'Choose a run whose `exposure` in run.json is partial or full.',
    });
  const at = step ?? exposedAt;
  if (at > exposedAt)
    throw new UsageError(
      `Step ${stepNumber(at)} comes after the exposure, at step ${stepNumber(exposedAt)}: the agent has seen the payload by then.`,
      {
        code: 'but-for-after-exposure',
        hint: `Omit --at, or choose a step up to ${stepNumber(exposedAt)}.`,
      },
    );
  const branches = new Map<boolean, readonly PlannedRun[]>();
  for (const payload of [true, false]) {
    const place = { ...places, out: join(places.out, payload ? 'with-payload' : 'without-payload') };
    const changes = { at, times, payload: payload ? undefined : 'neutral' };
    const { sweep, runs } = await planBranch(parent, changes, place, host);
    const { fatal } = await runSweeps([sweep], { signal, onEvent });
    if (fatal !== null) throw fatal;
    branches.set(payload, runs);
  }
  const sides = [...branches].flatMap(([payload, runs]) => runs.map(({ directory }) => ({ directory, payload })));
  // A stopped command leaves runs that did not end.
  const read = sides.flatMap((item) => {
    const resample = resampleIn(item.directory, at);
    return resample === null ? [] : [{ ...item, ...resample }];
  });
  const side = (payload: boolean): Resample[] => read.filter((item) => item.payload === payload);
  const result: ButForResult = {
    format: 'osharm-but-for/1',
    parent,
    at,
    exposedAt,
    agent: String(spec.model),
    ...butFor(at, side(true), side(false)),
    runs: read.map(({ steps: _, ...run }) => run),
  };
  writeWholeFile(join(places.out, 'but-for.json'), `${JSON.stringify(result, null, 2)}\n`);
  return result;
}

const actionsSchema = z.array(z.unknown());

/** A branch that failed has no verdict, and its state differs from the record. Null for one that did not end. */
function resampleIn(directory: string, at: number): (Resample & { outcome: string | null }) | null {
  if (!existsSync(directory)) return null;
  const { runJson, betterLog, complete } = readRun(directory);
  if (runJson === null || (!complete && runJson.error === null)) return null;
  const harmless = effectSafety(runJson);
  return {
    harmed: complete && harmless !== null ? !harmless : null,
    isSame: runJson.branch?.state === 'same',
    steps: (betterLog?.steps ?? []).slice(at).map(({ actions }) => actionsSchema.parse(actions)),
    outcome: runJson.outcome ?? null,
  };
}
