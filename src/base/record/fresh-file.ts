import { statSync, utimesSync } from 'node:fs';

const beatMs = 15_000;
/** Without a sign of life for so long a process that can't be asked counts as gone. Clocks may differ by more than a minute. */
const silentMs = 120_000;

/** Touches `file` every 15 seconds until this process ends or what it gives is called. `remake`: called where the file is gone. */
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
