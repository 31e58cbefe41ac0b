import type { DesktopSpec, PictureSize } from '../desktop.ts';
import type { GuestClient } from '../guest-client.ts';
import { GuestWatch } from './guest-watch.ts';
import { mustBeSize } from './picture-size.ts';
import { type GuestWaitOptions, waitForGuest } from './wait-for-guest.ts';

/** OSWorld's server leaks an X client for each screenshot, and after about 220 its display accepts no new client. */
const usualScreenshotBudget = 200;

export interface MeetOptions extends GuestWaitOptions {
  spec: DesktopSpec;
  /** Defaults to 200; 0 for no limit. Ignored for osharm's server. */
  screenshotBudget?: number | undefined;
  screenshotsBefore?: number;
  onScreenshot?: () => void;
}

interface MetGuest {
  kind: Awaited<ReturnType<typeof waitForGuest>>;
  watch: GuestWatch;
  display: PictureSize;
}

/** Waits for the control server and checks the screen's size with a first screenshot. Throws EnvironmentError. */
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

/** `mark` stores the milliseconds since the start of the timer. */
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
