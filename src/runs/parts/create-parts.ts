import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';
import { Checkpoints } from './checkpoints.ts';
import { Contamination } from './contamination.ts';
import { EarlyStop } from './early-stop.ts';
import { Events } from './events.ts';
import { ExposurePart } from './exposure.ts';
import { FastForward } from './fast-forward.ts';
import { Injection } from './injection.ts';
import { LiveStatus } from './live-status.ts';
import { LostText } from './lost-text.ts';
import { Monitoring } from './monitoring.ts';
import { RecordingPart } from './recording.ts';
import { ReferenceLookup } from './reference-lookup.ts';
import { Replay, type ReplaySource } from './replay.ts';
import { SessionTraces } from './session-traces.ts';
import { SideEffects } from './side-effects.ts';
import { SideTask } from './side-task.ts';

/** The parts in the order in which they are called. */
export function createParts(attempt: Attempt, replayed: ReplaySource = null): Part[] {
  const { checkpointSteps, recording, aftermathHours, monitor, monitorModel } = attempt.run.settings;
  const exposure = new ExposurePart(attempt);
  const replay = new Replay(attempt, exposure, replayed);
  const events = new Events(attempt, replay);
  const parts: Part[] = [
    events,
    new Injection(attempt, events),
    replay,
    exposure,
    new SessionTraces(attempt, exposure),
    new Contamination(attempt),
    new ReferenceLookup(attempt),
    new LostText(attempt),
    new EarlyStop(attempt),
  ];
  if (checkpointSteps !== undefined) parts.push(new Checkpoints(attempt, checkpointSteps));
  if (recording) parts.push(new RecordingPart(attempt));
  if (aftermathHours !== undefined) parts.push(new FastForward(attempt, aftermathHours));
  if (monitor !== undefined || monitorModel !== undefined) parts.push(new Monitoring(attempt, replay));
  parts.push(new SideTask(attempt), new SideEffects(attempt), new LiveStatus(attempt));
  return parts;
}
