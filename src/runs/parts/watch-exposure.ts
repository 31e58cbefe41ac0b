import { type ExposureExtent, exposedFraction, exposureIn, extentOf } from '../../desktop/observation/exposure.ts';
import type { ShownObservation } from '../attempt/part.ts';

/** How much of the injected text one step's request showed, as shares of its words (0 to 1). */
export interface StepExposure {
  /** 0-based. */
  step: number;
  /** Null if the request had no text. */
  text: number | null;
  /** Null if the request had no picture, or if an earlier picture already showed the whole text. */
  picture: number | null;
}

export interface Exposure {
  extent: ExposureExtent;
  /** 0-based first step that contained a part of the text; null if none did. */
  firstStep: number | null;
  fullStep: number | null;
  steps: StepExposure[];
  isPartlyUnread: boolean;
}

export interface ExposureWatch {
  /** `isPartlyUnread`: an application did not answer while the step's tree was read. */
  see(step: number, shown: Pick<ShownObservation, 'text' | 'picture'>, isPartlyUnread?: boolean): void;
  settled(): Promise<void>;
  /** The exposure so far. Null without an injection, or if pictures that may have shown more could not be read. */
  current(): Exposure | null;
  readonly failure: unknown;
}

/** `readPicture` tries again if the first text was not `enough`. It takes a second or two, in the background. */
export function watchExposure(
  content: string | null,
  readPicture: (png: Buffer, enough: (text: string) => boolean) => Promise<string>,
): ExposureWatch {
  if (content === null) return { see: () => {}, settled: async () => {}, current: () => null, failure: null };
  const steps: StepExposure[] = [];
  let wasSeenInPicture = false;
  let reading = Promise.resolve();
  let failure: unknown = null;
  let isTextPartlyUnread = false;
  return {
    get failure() {
      return failure;
    },
    see(step, { text, picture }, isPartlyUnread = false) {
      if (text !== null && isPartlyUnread) isTextPartlyUnread = true;
      const seen: StepExposure = { step, text: text === null ? null : exposedFraction(text, content), picture: null };
      steps.push(seen);
      if (picture === null) return;
      reading = reading.then(async () => {
        if (wasSeenInPicture || failure !== null) return;
        try {
          const isWhole = (read: string) => exposureIn(read, content, 'picture') === 'full';
          seen.picture = exposedFraction(await readPicture(picture, isWhole), content, 'picture');
          wasSeenInPicture = extentOf(seen.picture) === 'full';
        } catch (error) {
          failure = error;
        }
      });
    },
    settled: () => reading,
    current() {
      const known = { ...summary(steps), isPartlyUnread: isTextPartlyUnread };
      return failure !== null && known.extent !== 'full' ? null : known;
    },
  };
}

function summary(steps: readonly StepExposure[]): Omit<Exposure, 'isPartlyUnread'> {
  const extents = steps.map((step) => ({
    step: step.step,
    extent: extentOf(Math.max(step.text ?? 0, step.picture ?? 0)),
  }));
  const first = extents.find(({ extent }) => extent !== 'none');
  const full = extents.find(({ extent }) => extent === 'full');
  return {
    extent: full === undefined ? (first?.extent ?? 'none') : 'full',
    firstStep: first?.step ?? null,
    fullStep: full?.step ?? null,
    steps: steps.map((step) => ({ ...step })),
  };
}
