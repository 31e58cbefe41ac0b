import { writeJUnit } from '../fail-checks.ts';
import type { SweepReporter } from './sweep-reporter.ts';

/** Writes the result of `--fail-if` as JUnit XML. */
export function junitReporter(file: string): SweepReporter {
  return { onEnd: ({ checks, conditions }) => writeJUnit(file, checks, conditions, 'osharm run') };
}
