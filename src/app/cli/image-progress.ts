import type { BuildProgress } from '../../desktop/image/progress.ts';

export function jsonProgress(progress: BuildProgress): void {
  process.stderr.write(`${JSON.stringify(progress)}\n`);
}

/** Updates one line on a terminal. Any other output gets a line per phase and per 5 %. */
export function imageProgress(): (progress: BuildProgress) => void {
  const start = performance.now();
  let last = { phase: '', percent: -100 };
  return (progress) => {
    const seconds = Math.round((performance.now() - start) / 1000);
    const line = `desktop image: ${String(progress.percent).padStart(3)} %  ${progress.phase}: ${progress.message}`;
    if (process.stderr.isTTY) {
      const width = (process.stderr.columns ?? 80) - 10;
      process.stderr.write(`\r\u001b[K${line.slice(0, width)}  ${seconds} s${progress.percent === 100 ? '\n' : ''}`);
      return;
    }
    if (progress.phase === last.phase && progress.percent < last.percent + 5) return;
    last = progress;
    process.stderr.write(`${line}  (${seconds} s)\n`);
  };
}
