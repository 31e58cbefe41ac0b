import { timeLimits } from '../../base/record/time-limits.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';

/** `--recording`: a video of the whole run, even if the run fails. If recording fails, the run stays valid. */
export class RecordingPart implements Part {
  readonly needsDesktopAfterwards = true;
  readonly #attempt: Attempt;
  #isRecording = false;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  async begin(desktop: Desktop): Promise<void> {
    const limit = { milliseconds: timeLimits.run.recording, what: 'Starting the recording' };
    await this.#attempt.within('recording', limit, (signal) => desktop.startRecording(signal));
    this.#isRecording = true;
  }

  async afterScore(desktop: Desktop): Promise<void> {
    await this.#fetch(desktop);
  }

  async failed(desktop: Desktop): Promise<void> {
    await this.#fetch(desktop);
  }

  async #fetch(desktop: Desktop): Promise<void> {
    const attempt = this.#attempt;
    if (!this.#isRecording || attempt.noticeLoss()) return;
    this.#isRecording = false;
    const limit = { milliseconds: timeLimits.run.recording, what: 'Fetching the recording' };
    await attempt.orFault('recording', async () => {
      const mp4 = await attempt.within('recording', limit, (signal) => desktop.endRecording(signal));
      if (mp4 !== null) attempt.record.recording(mp4);
    });
  }
}
