import type { BuildProgress } from '../../desktop/image/progress.ts';

export function jsonProgress(progress: BuildProgress): void {
  process.stderr.write(`${JSON.stringify(progress)}\n`);
}

/** Updates one line on a terminal. Any other output gets a line for the beginning of each phase and for every 5 %. */
export function imageProgress(): (progress: BuildProgress) => void {
  const start = performance.now();
  const begun = new Set<string>();
  let last = -100;
  return (progress) => {
    const seconds = Math.round((performance.now() - start) / 1000);
    const line = `desktop image: ${String(progress.percent).padStart(3)} %  ${progress.phase}: ${progress.message}`;
    if (process.stderr.isTTY) {
      const width = (process.stderr.columns ?? 80) - 10;
      process.stderr.write(`\r\u001b[K${line.slice(0, width)}  ${seconds} s${progress.percent === 100 ? '\n' : ''}`);
      return;
    }
    if (begun.has(progress.phase) && progress.percent < last + 5) return;
    begun.add(progress.phase);
    last = progress.percent;
    process.stderr.write(`${line}  (${seconds} s)\n`);
  };
}
