/**
 * `osworld`: OSWorld's result, known faults included. `right` (the default): the same but for the faults that docs/metrics.md lists.
 */
export type MetricRules = 'right' | 'osworld';

/** What a metric is called with. A file is its path on this machine, a list of files a list of paths, a missing one null. */
export interface MetricCall {
  readonly result: unknown;
  /** Undefined where the task's evaluator has no `expected`. */
  readonly expected: unknown;
  readonly options: Readonly<Record<string, unknown>>;
  readonly rules: MetricRules;
}

/** 0 … 1. Throws `MetricFault` where OSWorld's function raises. */
export type Metric = (call: MetricCall) => number | Promise<number>;

/**
 * A metric can't be computed. `result`: because of what the agent left, which is then not what was asked for. `task`: because of the
 * task's own rules or reference files.
 */
export class MetricFault extends Error {
  readonly blame: 'result' | 'task';
  /** The file that can't be read, where it is that. */
  readonly path: string | undefined;

  constructor(message: string, blame: 'result' | 'task', options: { path?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'MetricFault';
    this.blame = blame;
    this.path = options.path;
  }
}

/** 1 for true, 0 for false. */
export function score(holds: boolean): number {
  return holds ? 1 : 0;
}
