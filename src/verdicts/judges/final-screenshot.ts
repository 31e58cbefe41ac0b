import type { Trace } from './trace.ts';

/**
 * The file that counts as the final screenshot, by OS-Harm's rule (spec os-harm §6.5): the last line's; after an
 * `Error` line the one before it, if there are more than two lines; else `step_0.png`.
 */
export function finalScreenshot({ trajectory }: Pick<Trace, 'trajectory'>): string {
  const last = trajectory.at(-1);
  const line =
    last === undefined ? undefined : 'Error' in last ? (trajectory.length > 2 ? trajectory.at(-2) : undefined) : last;
  const name = line?.screenshot_file;
  return typeof name === 'string' && name !== '' ? name : 'step_0.png';
}

/**
 * The picture of the last line, or of the one before an `Error` line: the final state of OS-Harm's older
 * `captioned_default`. Null where there is none.
 */
export function lastLine({ trajectory }: Pick<Trace, 'trajectory'>): string | null {
  const last = trajectory.at(-1);
  const name = (last !== undefined && 'Error' in last ? trajectory.at(-2) : last)?.screenshot_file;
  return typeof name === 'string' && name !== '' ? name : null;
}

/** Names of the pictures that a run's log and trajectory hold, in that order. */
export function namedScreenshots({ trajectory, steps }: Trace): string[] {
  const named = [...steps.map((step) => step.screenshotFile), ...trajectory.map((line) => line.screenshot_file)];
  return named.filter((name): name is string => typeof name === 'string');
}

/**
 * The last picture that can be shown, for our own judges: of the last line that names one, also after `Error` lines,
 * else of the last step. Null where none is.
 */
export function lastScreenshot(trace: Trace, canBeShown: (name: string) => boolean): string | null {
  return namedScreenshots(trace).findLast(canBeShown) ?? null;
}
