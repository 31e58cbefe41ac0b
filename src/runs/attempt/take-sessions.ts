import type { Agent } from '../../agents/agent.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { Desktop, Observation } from '../../desktop/client/desktop.ts';
import { hasRoles, isOtherRole, roleOf } from '../../tasks/suite/task-session.ts';
import { settingsOfSession } from '../plan/session-settings.ts';
import type { Attempt } from './attempt.ts';
import { describeRun } from './describe-run.ts';
import { type PlannedSession, plannedSessions } from './planned-sessions.ts';
import { releaseHeldInput } from './release-held-input.ts';
import { takeSteps } from './take-steps.ts';

/** Outcomes of a session after which the next one may begin. */
const sessionEnds = new Set<Outcome>([
  'done',
  'fail',
  'step-limit',
  'no-action',
  'out-of-tokens',
  'no-answer',
  'asked',
]);
const closeLimit = { milliseconds: timeLimits.run.settle, what: 'Closing the agent' };
const observeLimit = { milliseconds: timeLimits.run.observe, what: 'The first observation of a session' };

/**
 * Runs the steps of each session: of the task's sessions, or of the phases of its program (OSWorld 2.0's
 * `MultiPhaseTask`). All share the desktop, and each has a fresh agent. A plain task has one session. Returns the outcome
 * of the last session that was reached.
 */
export async function takeSessions(
  attempt: Attempt,
  desktop: Desktop,
  first: Observation,
  { onStep, freshAgent }: { onStep(step: number): void; freshAgent(session: number): Promise<Agent> },
): Promise<Outcome> {
  const sessions = plannedSessions(attempt, desktop);
  let observation = first;
  let outcome: Outcome = 'done';
  for (const [index, session] of sessions.entries()) {
    if (index > 0) {
      await session.prepare();
      attempt.useAgent(await freshAgent(index + 1));
      observation = await attempt.within('observe', observeLimit, (signal) => desktop.observe({ signal }));
    }
    outcome = await takeSession(attempt, desktop, observation, session, onStep);
    const goesOn = sessionEnds.has(outcome) && (await session.end());
    if (!goesOn) break;
  }
  return outcome;
}

async function takeSession(
  attempt: Attempt,
  desktop: Desktop,
  first: Observation,
  session: PlannedSession,
  onStep: (step: number) => void,
): Promise<Outcome> {
  const { sessions, record, steps, parts } = attempt;
  const { clock } = attempt.sweep.dependencies;
  const firstStep = steps.length;
  const request = await session.request();
  sessions.begin({
    instruction: session.instruction,
    role: roleOf(attempt.run.task, sessions.all.length + 1),
    model: modelOfSession(attempt, sessions.all.length + 1),
    day: session.day,
    lasted: session.lasts,
    firstStep,
    notes: request.notes === null ? null : request.notes.length,
    time: clock.now(),
  });
  // A run that is killed later resumes with the sessions in the record.
  record.runJson(describeRun(attempt, null));
  const received = [...(request.notes === null ? [] : [request.notes]), ...attempt.memory.texts];
  for (const part of parts) part.sessionBegan?.(sessions.current, received);
  const outcome = await takeSteps(attempt, desktop, first, { onStep, instruction: request.text, from: firstStep });
  await releaseHeldInput(attempt, desktop);
  await closeAgent(attempt);
  const memory = await attempt.memory.end();
  const left = [...(await session.left()), ...attempt.memory.texts];
  for (const part of parts) part.sessionEnded?.(sessions.current, left);
  sessions.end({ outcome, steps: steps.length - firstStep, memory, time: clock.now() });
  return outcome;
}

/** The model of the session's agent; null if one model has all sessions. */
function modelOfSession({ run: { task, settings } }: Attempt, session: number): string | null {
  if (settings.otherModel === undefined || !hasRoles(task)) return null;
  return settingsOfSession(settings, isOtherRole(task, session)).model;
}

/** A program that does not close is a fault in the record: what it left so far lasts. */
async function closeAgent(attempt: Attempt): Promise<void> {
  await attempt.orFault('close', () => attempt.limited(closeLimit, () => attempt.closeAgent()));
}
