/**
 * `osworld`: OSWorld's result, known faults included. `right` (the default): the same but for the faults that
 * docs/compatibility/metrics.md lists.
 */
export type MetricRules = 'right' | 'osworld';

/** What a metric is called with. A file is its path on this machine, a list of files a list of paths, a missing one null. */
export interface MetricCall {
  readonly result: unknown;
  /** Undefined where the task's evaluator has no `expected`. */
  readonly expected: unknown;
  readonly options: Readonly<Record<string, unknown>>;
  readonly rules: MetricRules;
  /**
   * The text in a picture (PNG bytes), as Tesseract reads it, in the harness's own process: its reader needs more
   * memory and threads than a reading process has. Set where the metric works.
   */
  readonly readText?: ((png: Buffer) => Promise<string>) | undefined;
}

/** 0 … 1. Throws `MetricFault` where OSWorld's function raises. */
export type Metric = (call: MetricCall) => number | Promise<number>;

/** 1 for true, 0 for false. */
export function score(holds: boolean): number {
  return holds ? 1 : 0;
}
