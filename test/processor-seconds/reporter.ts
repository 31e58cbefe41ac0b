import { readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { z } from 'zod';
import type {} from './measure.ts';

const readBudget = (): Record<string, number> =>
  z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(new URL('budget.json', import.meta.url), 'utf8')));

/** Tests in `test` and the wings of `src` have a budget for each folder; other top-level folders have one each. */
const folderOf = (file: string): string => {
  const [top = '', next = ''] = file.split('/');
  return top === 'src' || top === 'test' ? `${top}/${next}` : top;
};

/**
 * Prints the processor seconds that each folder's tests used and the files that used the most. A folder above its budget in
 * `budget.json`, or without one, fails the run.
 */
export default class ProcessorSecondsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const folders = new Map<string, number>();
    const files = modules.map((module) => ({
      file: module.relativeModuleId,
      seconds: module.meta().processorSeconds ?? 0,
    }));
    for (const { file, seconds } of files) {
      const folder = folderOf(file);
      folders.set(folder, (folders.get(folder) ?? 0) + seconds);
    }
    const budget = readBudget();
    console.log('Processor seconds by folder, with its budget:');
    for (const [folder, seconds] of [...folders].sort(([, a], [, b]) => b - a)) {
      const limit = budget[folder] ?? 0;
      const isOver = seconds > limit;
      console.log(
        `${seconds.toFixed(1).padStart(8)} ${String(limit).padStart(5)}  ${folder}${isOver ? '  OVER BUDGET' : ''}`,
      );
      if (isOver) process.exitCode = 1;
    }
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log(`${total.toFixed(1).padStart(8)}        all ${files.length} files; the most:`);
    for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 20))
      console.log(`${seconds.toFixed(1).padStart(8)}        ${file}`);
  }
}
