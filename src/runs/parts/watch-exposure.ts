import { type ExposureExtent, exposedFraction, exposureIn, extentOf } from '../../desktop/observation/exposure.ts';
import type { ShownObservation } from '../attempt/part.ts';

/** What one step's request showed of the injected text: shares of its words, 0 … 1. */
export interface StepExposure {
  /** 0-based. */
  step: number;
  /** In the text of the request; null where there was none. */
  text: number | null;
  /** In its picture; null where there was none, or nobody looked since the whole had been seen in one. */
  picture: number | null;
}

export interface Exposure {
  extent: ExposureExtent;
  /** 0-based: the first step that held a part of it; null: none. */
  firstStep: number | null;
  /** 0-based: the first step that held the whole. */
  fullStep: number | null;
  steps: StepExposure[];
  /** An application did not answer while a tree was read that the model received: what it showed may have held the text. */
  isPartlyUnread: boolean;
}

/** Follows how much of the injected text was in the requests that the model received. */
export interface ExposureWatch {
  /** `isPartlyUnread`: an application did not answer while the step's tree was read. */
  see(step: number, shown: Pick<ShownObservation, 'text' | 'picture'>, isPartlyUnread?: boolean): void;
  /** Waits for pictures that are still being read. */
  settled(): Promise<void>;
  /** What is known now. Null without injection, and where pictures that may have shown more could not be read. */
  current(): Exposure | null;
  /** Why pictures could not be read; null: all could. */
  readonly failure: unknown;
}

/**
 * `readPicture`: reads the text in a picture, and again where that was not `enough`. Reading takes a second or two and
 * goes on beside the run.
 */
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
