import { statSync, utimesSync } from 'node:fs';

const beatMs = 15_000;
/** For processes on other machines, whose clocks may differ by more than a minute. */
const silentMs = 120_000;

/** Touches `file` until the process ends or the returned function is called. `remake` runs if it was deleted. */
export function keepFresh(file: string, remake: () => void = () => {}): () => void {
  const timer = setInterval(() => {
    try {
      const now = new Date();
      utimesSync(file, now, now);
    } catch {
      remake();
    }
  }, beatMs);
  timer.unref();
  return () => clearInterval(timer);
}

export function isFresh(file: string): boolean {
  const seen = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return seen !== undefined && Date.now() - seen < silentMs;
}
