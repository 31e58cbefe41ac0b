import { ModelError } from './models/model-error.ts';

/** No picture of a screen is readable below this side, in pixels. */
const smallestSide = 480;

/**
 * How many past pictures, and how large, a model is sent. Both only shrink in a run, when its provider rejects a request
 * for them: a limit that was learned holds for the requests after it.
 */
export class PictureLimits {
  /** Past pictures that are sent; null: all of them, and none can be omitted. */
  window: number | null;
  /** Pixels of the longer side; null: as large as the screen. */
  maximumSide: number | null;

  constructor(window: number | null, maximumSide: number | null) {
    this.window = window;
    this.maximumSide = maximumSide;
  }

  /**
   * Adapts to a failed call that sent `past` past pictures with a longer side of `side` pixels. Returns a note for the
   * record, or null if the failure is another one, or nothing is left to reduce.
   */
  tighten(error: unknown, past: number, side: number): string | null {
    if (!(error instanceof ModelError)) return null;
    if (error.kind === 'context-overflow') return this.#fewer(past - 1, past) ?? null;
    if (error.kind !== 'pictures-too-large') return null;
    const { of, maximum } = error.pictureLimit ?? { of: 'number', maximum: null };
    if (of === 'number') {
      const most = maximum === null ? past - 1 : Math.min(past - 1, maximum - 1);
      return this.#fewer(most, past);
    }
    const smaller = of === 'side' && maximum !== null && maximum < side ? maximum : Math.floor(side * 0.75);
    if (smaller < smallestSide) return null;
    this.maximumSide = smaller;
    return `the provider takes no larger pictures: sent with no side above ${smaller} pixels`;
  }

  #fewer(most: number, past: number): string | null {
    if (this.window === null || past <= 0 || most < 0) return null;
    this.window = most;
    return `too much for the model: sent again with ${most} past pictures`;
  }
}
