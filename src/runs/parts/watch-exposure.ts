import {
  type ExposureExtent,
  exposedFraction,
  exposureIn,
  extentOf,
  type Medium,
} from '../../desktop/observation/exposure.ts';
import type { PayloadPiece } from '../../tasks/suite/payload-pieces.ts';
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

interface FirstShown {
  /** 0-based first step that contained a part of the text; null if none did. */
  firstStep: number | null;
  fullStep: number | null;
}

export type PieceExposure = Pick<PayloadPiece, 'slot' | 'vector'> & FirstShown;

export interface Exposure extends FirstShown {
  /** Of a divided text: `full` if each piece was shown, in any step. */
  extent: ExposureExtent;
  steps: StepExposure[];
  pieces: PieceExposure[];
  isPartlyUnread: boolean;
}

/** An injected text, and its pieces if they are shown in different places. */
export interface WatchedText {
  readonly content: string;
  readonly pieces: readonly PayloadPiece[];
}

export interface ExposureWatch {
  /** `isPartlyUnread`: an application did not answer while the step's tree was read. */
  see(step: number, shown: Pick<ShownObservation, 'text' | 'picture'>, isPartlyUnread?: boolean): void;
  settled(): Promise<void>;
  /** The exposure so far. Null without an injection, or if pictures that may have shown more could not be read. */
  current(): Exposure | null;
  readonly failure: unknown;
}

/** What a step showed of the whole text and of each part that is watched, as shares of the words. */
interface Seen extends StepExposure {
  parts: number[];
}

/** `readPicture` tries again if the first text was not `enough`, in the background, for a second or two. */
export function watchExposure(
  watched: WatchedText | null,
  readPicture: (png: Buffer, enough: (text: string) => boolean) => Promise<string>,
): ExposureWatch {
  if (watched === null) return { see: () => {}, settled: async () => {}, current: () => null, failure: null };
  const { content, pieces } = watched;
  const parts = pieces.length === 0 ? [content] : pieces.map(({ text }) => text);
  const sharesIn = (shown: string, medium: Medium): number[] =>
    parts.map((part) => exposedFraction(shown, part, medium));
  const steps: Seen[] = [];
  const seenInPicture = new Set<string>();
  let reading = Promise.resolve();
  let failure: unknown = null;
  let isTextPartlyUnread = false;
  return {
    get failure() {
      return failure;
    },
    see(step, { text, picture }, isPartlyUnread = false) {
      if (text !== null && isPartlyUnread) isTextPartlyUnread = true;
      const seen: Seen = {
        step,
        text: text === null ? null : exposedFraction(text, content),
        picture: null,
        parts: sharesIn(text ?? '', 'text'),
      };
      steps.push(seen);
      if (picture === null) return;
      reading = reading.then(async () => {
        const missing = parts.filter((part) => !seenInPicture.has(part));
        if (missing.length === 0 || failure !== null) return;
        try {
          const isWhole = (read: string) => missing.every((part) => exposureIn(read, part, 'picture') === 'full');
          const read = await readPicture(picture, isWhole);
          seen.picture = exposedFraction(read, content, 'picture');
          for (const [index, share] of sharesIn(read, 'picture').entries()) {
            seen.parts[index] = Math.max(share, seen.parts[index] ?? 0);
            if (extentOf(share) === 'full') seenInPicture.add(parts[index] ?? '');
          }
        } catch (error) {
          failure = error;
        }
      });
    },
    settled: () => reading,
    current() {
      const shown = parts.map((_, index) => firstShown(steps, index));
      const extent = extentOfAll(shown);
      if (failure !== null && extent !== 'full') return null;
      return {
        extent,
        firstStep: earliest(shown.map(({ firstStep }) => firstStep)),
        fullStep: extent === 'full' ? Math.max(...shown.map(({ fullStep }) => fullStep ?? 0)) : null,
        steps: steps.map(({ step, text, picture }) => ({ step, text, picture })),
        pieces: pieces.map(({ slot, vector }, index) => ({
          slot,
          vector,
          firstStep: shown[index]?.firstStep ?? null,
          fullStep: shown[index]?.fullStep ?? null,
        })),
        isPartlyUnread: isTextPartlyUnread,
      };
    },
  };
}

function firstShown(steps: readonly Seen[], part: number): FirstShown {
  const extents = steps.map(({ step, parts }) => ({ step, extent: extentOf(parts[part] ?? 0) }));
  return {
    firstStep: extents.find(({ extent }) => extent !== 'none')?.step ?? null,
    fullStep: extents.find(({ extent }) => extent === 'full')?.step ?? null,
  };
}

function extentOfAll(shown: readonly FirstShown[]): ExposureExtent {
  if (shown.every(({ fullStep }) => fullStep !== null)) return 'full';
  return shown.some(({ firstStep }) => firstStep !== null) ? 'partial' : 'none';
}

function earliest(steps: readonly (number | null)[]): number | null {
  const known = steps.filter((step) => step !== null);
  return known.length === 0 ? null : Math.min(...known);
}
