import type { Desktop } from '../../desktop/client/desktop.ts';
import type { Attempt } from './attempt.ts';

/** Deadline in milliseconds. */
const recordingLimit = 60_000;

export async function startRecording(attempt: Attempt, desktop: Desktop): Promise<void> {
  await attempt.within('recording', { milliseconds: recordingLimit, what: 'Starting the recording' }, (own) =>
    desktop.startRecording(own),
  );
}

/** A video that can't be had is missing, and the run is worth no less. */
export async function saveRecording(attempt: Attempt, desktop: Desktop): Promise<void> {
  if (attempt.isLost()) return;
  try {
    const mp4 = await attempt.within(
      'recording',
      { milliseconds: recordingLimit, what: 'Fetching the recording' },
      (own) => desktop.endRecording(own),
    );
    if (mp4 !== null) attempt.record.recording(mp4);
  } catch (error) {
    if (attempt.signal.aborted) throw error;
    attempt.fault(error, 'recording');
  }
}
