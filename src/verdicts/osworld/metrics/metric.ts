/** `osworld` reproduces OSWorld and its bugs; `right`, the default, fixes those in docs/compatibility/metrics.md. */
export type MetricRules = 'right' | 'osworld';

/** A metric's arguments. Files are paths on this machine, or lists of paths; missing files are null. */
export interface MetricCall {
  readonly result: unknown;
  /** Undefined if the task's evaluator has no `expected`. */
  readonly expected: unknown;
  readonly options: Readonly<Record<string, unknown>>;
  readonly rules: MetricRules;
  /**
   * Recognises the text in a PNG with Tesseract. Runs in the main process, because it needs more memory and threads
   * than a reading process has. Set when a metric is computed.
   */
  readonly readText?: ((png: Buffer) => Promise<string>) | undefined;
}

/** Returns 0 to 1. Throws MetricFault if OSWorld's function would raise. */
export type Metric = (call: MetricCall) => number | Promise<number>;

/** Converts true to 1 and false to 0. */
export function score(holds: boolean): number {
  return holds ? 1 : 0;
}
