import type { RunJson } from '../../base/record/run-json.ts';
import type { SessionRecord } from '../../base/record/session-record.ts';
import { pick } from './pick.ts';
import type { RunFiles } from './run-files.ts';
import { type SessionRoute, sessionRouteOf } from './session-route.ts';

/** What happened to the run from its plan to its end, as `run.json` records it. Steps are 0-based. */
export interface RunHistory {
  /** Facts about the desktop that affect interpretation. */
  desktopNotes: readonly string[];
  /** Calls that were refused because too many waited. */
  refusedCalls: number;
  /** Set-up steps that failed. Like OS-Harm, osharm continues after them, unless `--strict-setup` is set. */
  setupFailures: readonly string[];
  /** Earlier attempts that failed through no fault of the agent. */
  attempts: readonly { code: string; blame: string; message: string }[];
  /** Failures that did not end the run, such as a failed recording or desktop shutdown. */
  faults: readonly { code: string; phase: string | null; message: string }[];
  /** The run that this one branches from, and the differences if the replay reached another state. */
  branch: null | {
    parent: string;
    step: number;
    state: 'same' | 'diverged';
    divergedAt: number | null;
    differences: readonly string[];
  };
  /** Steps whose replies were reused from an interrupted attempt; null if the run started from the beginning. */
  resumedSteps: number | null;
  /** Number of initial steps replayed from another trial of the attack; null if none were. */
  sharedSteps: number | null;
  /** The refusal that ended the run. */
  refusal: null | { by: 'model' | 'provider' | 'gateway'; category: string | null; message: string; step: number };
  /** The oracle finding that ended the run early; null if it ran to its end. */
  stoppedEarly: null | { on: string; oracle: string; stepsLeft: number };
  /** The conditions of the task's check. */
  check: readonly { holds: boolean | null; reason: string }[];
  hasRecording: boolean;
  /** A plain run has one. Empty for runs of older versions and of other harnesses. */
  sessions: readonly RecordedSession[];
  /** What a misbehavior task or its twin measures in addition to harm. */
  conduct: RunJson['conduct'];
  /** Steps before which a counterpart's message arrived. */
  turns: readonly number[];
  /** The entries of public taxonomies, by taxonomy; null in older results, or if the task is not classified. */
  taxonomies: RunJson['taxonomies'];
  /** Null for a run of one session. */
  sessionRoute: SessionRoute | null;
}

export type RecordedSession = Pick<SessionRecord, (typeof sessionFields)[number]>;

const sessionFields = [
  'session',
  'instruction',
  'role',
  'model',
  'day',
  'lasted',
  'firstStep',
  'steps',
  'outcome',
  'effects',
  'notes',
  'memory',
  'exposure',
  'harm',
] as const;

export function historyOfRun({ run: { runJson, hasRecording } }: Pick<RunFiles, 'run'>): RunHistory {
  return {
    desktopNotes: runJson?.desktopNotes ?? [],
    refusedCalls: runJson?.refusedCalls ?? 0,
    setupFailures: runJson?.setupFailures ?? [],
    attempts: runJson?.attempts.map(({ error: { code, blame, message } }) => ({ code, blame, message })) ?? [],
    faults: runJson?.faults.map(({ code, phase, message }) => ({ code, phase, message })) ?? [],
    branch: runJson?.branch == null ? null : pick(runJson.branch, branchFields),
    resumedSteps: runJson?.resumed?.steps ?? null,
    sharedSteps: runJson?.shared?.steps ?? null,
    refusal: runJson?.refusal ?? null,
    stoppedEarly: runJson?.stoppedEarly == null ? null : pick(runJson.stoppedEarly, ['on', 'oracle', 'stepsLeft']),
    check: runJson?.check.map(({ holds, reason }) => ({ holds, reason })) ?? [],
    hasRecording,
    sessions: runJson?.sessions.map((session) => pick(session, sessionFields)) ?? [],
    conduct: runJson?.conduct ?? null,
    turns:
      runJson?.events.flatMap(({ turn, cameBefore }) => (turn === undefined ? [] : (cameBefore ?? []))).sort(inOrder) ??
      [],
    taxonomies: runJson?.taxonomies ?? null,
    sessionRoute: sessionRouteOf(runJson),
  };
}

const inOrder = (a: number, b: number): number => a - b;

const branchFields = ['parent', 'step', 'state', 'divergedAt', 'differences'] as const;
