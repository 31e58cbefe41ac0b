import type { DesktopSpec, PictureSize } from '../desktop.ts';
import type { GuestClient } from '../guest-client.ts';
import { GuestWatch } from './guest-watch.ts';
import { mustBeSize } from './picture-size.ts';
import { type GuestWaitOptions, waitForGuest } from './wait-for-guest.ts';

/** Screenshots that OSWorld's own server gives between two starts: at about 220 the display takes no client any more. */
const usualScreenshotBudget = 200;

export interface MeetOptions extends GuestWaitOptions {
  spec: DesktopSpec;
  /** Screenshots that a server of OSWorld's may give before it is reset; 0: as many as one likes. */
  screenshotBudget?: number | undefined;
  /** Screenshots that it gave before. */
  screenshotsBefore?: number;
  onScreenshot?: () => void;
}

interface MetGuest {
  kind: Awaited<ReturnType<typeof waitForGuest>>;
  watch: GuestWatch;
  display: PictureSize;
}

/**
 * Waits until a control server answers, and takes the first screenshot. Throws EnvironmentError where it doesn't, or
 * its screen has another size.
 */
export async function meetGuest(guest: GuestClient, options: MeetOptions): Promise<MetGuest> {
  const { spec, screenshotBudget: limit = usualScreenshotBudget, screenshotsBefore = 0, onScreenshot } = options;
  const kind = await waitForGuest(guest, options);
  const watch = new GuestWatch({
    budget: kind === 'v2' || limit === 0 ? null : Math.max(0, limit - screenshotsBefore),
    onScreenshot,
  });
  watch.screenshot();
  return { kind, watch, display: mustBeSize(await guest.screenshot(options.signal), spec) };
}

/** Milliseconds from now on, by phase, as `mark` is called. */
export function startTimer(): { startTimings: Record<string, number>; mark: (phase: string) => void } {
  const start = performance.now();
  const startTimings: Record<string, number> = {};
  return {
    startTimings,
    mark: (phase) => {
      startTimings[phase] = Math.round(performance.now() - start);
    },
  };
}
