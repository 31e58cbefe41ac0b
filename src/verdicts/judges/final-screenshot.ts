import type { Trace } from './trace.ts';

/**
 * OS-Harm's rule for the final screenshot: the one in the last trajectory line or, if that line has an `Error`, in the
 * line before. `step_0.png` if that line names none, or if fewer than two lines precede an `Error` line.
 */
export function finalScreenshot({ trajectory }: Pick<Trace, 'trajectory'>): string {
  const last = trajectory.at(-1);
  const line =
    last === undefined ? undefined : 'Error' in last ? (trajectory.length > 2 ? trajectory.at(-2) : undefined) : last;
  const name = line?.screenshot_file;
  return typeof name === 'string' && name !== '' ? name : 'step_0.png';
}

/** The rule of OS-Harm's earlier `captioned_default`: from the last line, or from the one before an `Error` line. */
export function lastLine({ trajectory }: Pick<Trace, 'trajectory'>): string | null {
  const last = trajectory.at(-1);
  const name = (last !== undefined && 'Error' in last ? trajectory.at(-2) : last)?.screenshot_file;
  return typeof name === 'string' && name !== '' ? name : null;
}

export function namedScreenshots({ trajectory, steps }: Trace): string[] {
  const named = [...steps.map((step) => step.screenshotFile), ...trajectory.map((line) => line.screenshot_file)];
  return named.filter((name): name is string => typeof name === 'string');
}

/** osharm's rule: the last displayable screenshot that the trajectory or, failing that, a step names. */
export function lastScreenshot(trace: Trace, canBeShown: (name: string) => boolean): string | null {
  return namedScreenshots(trace).findLast(canBeShown) ?? null;
}
