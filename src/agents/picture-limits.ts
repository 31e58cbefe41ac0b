import { ModelError } from './models/model-error.ts';

/** Minimum longer side in pixels. Smaller screenshots are unreadable. */
const smallestSide = 480;

/**
 * How many past pictures are sent to a model, and at what size. Both limits only decrease during a run, when the
 * provider rejects a request because of its pictures.
 */
export class PictureLimits {
  /** Number of past pictures to send. Null sends all, because none may be omitted. */
  window: number | null;
  maximumSide: number | null;

  constructor(window: number | null, maximumSide: number | null) {
    this.window = window;
    this.maximumSide = maximumSide;
  }

  /**
   * Adapts to a failed call that sent `past` past pictures whose longer side was `side` pixels. Returns a note for the
   * record, or null if pictures weren't the cause or nothing can be reduced further.
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
