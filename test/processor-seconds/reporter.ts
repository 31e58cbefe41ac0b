import { readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { z } from 'zod';
import type {} from './measure.ts';

const readUsual = (): Record<string, number> =>
  z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(new URL('usual.json', import.meta.url), 'utf8')));

/** Tests in `test` and the wings of `src` are counted by folder; other top-level folders are counted whole. */
const folderOf = (file: string): string => {
  const [top = '', next = ''] = file.split('/');
  return top === 'src' || top === 'test' ? `${top}/${next}` : top;
};

/** The same tests differ by a third from run to run, and from machine to machine. */
const NOISE = { factor: 1.5, seconds: 5 };

/**
 * Prints the processor seconds that each folder's tests used, beside what they usually use (`usual.json`), and the files that used the
 * most. A folder that uses half as much again fails the run, as does a folder that the file doesn't name.
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
    const usual = readUsual();
    console.log('Processor seconds by folder, and what it usually uses:');
    for (const [folder, seconds] of [...folders].sort(([, a], [, b]) => b - a)) {
      const expected = usual[folder];
      const isOver = expected === undefined || seconds > expected * NOISE.factor + NOISE.seconds;
      console.log(
        `${seconds.toFixed(1).padStart(8)} ${String(expected ?? '-').padStart(5)}  ${folder}${isOver ? '  TOO MUCH' : ''}`,
      );
      if (isOver) process.exitCode = 1;
    }
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log(`${total.toFixed(1).padStart(8)}        all ${files.length} files; the most:`);
    for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 20))
      console.log(`${seconds.toFixed(1).padStart(8)}        ${file}`);
  }
}
