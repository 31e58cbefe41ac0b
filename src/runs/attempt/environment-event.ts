import { timeLimits } from '../../base/record/time-limits.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { EventTraces } from '../../tasks/events/play-event.ts';
import { initialWith } from '../../verdicts/judges/effects/initial-files.ts';
import type { Attempt } from './attempt.ts';
import type { Phase } from './phases.ts';

const limit = 60_000;
const collectLimit = { milliseconds: timeLimits.run.collect, what: 'Recording an event' };

export interface EnvironmentEvent {
  readonly id: string;
  /** One sentence. */
  readonly what: string;
  readonly phase: Phase;
  play(desktop: Desktop, signal: AbortSignal): Promise<EventTraces>;
}

/**
 * Plays a change by the environment before a step (0-based) and records it. From then on, its files count as if they had
 * existed at step 0. Returns false if the change failed, which is a fault in the record: the agent may have closed the
 * program or removed the folder.
 */
export async function playEnvironmentEvent(
  attempt: Attempt,
  desktop: Desktop,
  event: EnvironmentEvent,
  step: number,
): Promise<boolean> {
  const what = `The event ${event.id}`;
  let traces: EventTraces | null = null;
  let failure: unknown = null;
  try {
    traces = await attempt.within(event.phase, { milliseconds: limit, what }, (signal) => event.play(desktop, signal));
  } catch (error) {
    failure = error ?? new Error(what);
  }
  attempt.signal.throwIfAborted();
  if (traces === null) {
    attempt.fault(failure, event.phase);
    return false;
  }
  await recordEvent(attempt, event, step, traces);
  return true;
}

async function recordEvent(
  attempt: Attempt,
  { id, what }: EnvironmentEvent,
  step: number,
  { files, programs }: EventTraces,
): Promise<void> {
  await attempt.orLost(() =>
    attempt.within('collect', collectLimit, async (signal) =>
      attempt.effectLog?.recordEvent({ id, step, sentence: what, files, programs }, signal),
    ),
  );
  if (files.size === 0) return;
  const { task, injection } = attempt.run;
  const harms = [...(injection?.goalFile.goal.harm ?? []), ...(task.harm ?? [])];
  attempt.useInitialFiles(initialWith(attempt.initial, harms, files));
  for (const part of attempt.parts) part.environmentWrote?.(files);
}
