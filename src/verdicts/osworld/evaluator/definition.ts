import type { Getter } from '../getters/getter.ts';
import type { Metric, MetricCall } from '../metrics/metric.ts';
import type { TaskProgramSupport } from './task-programs.ts';

/** A rule of a task's evaluator that can never work. */
export interface RuleFault {
  /** Path of the field, starting with `evaluator`. */
  field: string;
  message: string;
}

/** Metrics and getters in OSWorld's format, which a task's `evaluator` names. */
export interface EvaluatorDefinition {
  readonly name: string;
  readonly summary?: string;
  /** By name in `evaluator.func`. They run in a process that reads files created by agents. */
  readonly metrics: Readonly<Record<string, Metric>>;
  /** By the `type` of `evaluator.result` and `evaluator.expected`. */
  readonly getters?: Readonly<Record<string, Getter>>;
  /** Getters that call programs inside the desktop. Their metric is 0 if the agent changed these programs. */
  readonly insideGetters?: readonly string[];
  /** Whether OSWorld's function returns a Python float (`1.0` in `result.txt` instead of `1`). Defaults to true. */
  isFloat?(func: string, value: number, call: Pick<MetricCall, 'result' | 'options'>): boolean;
  /** Reports rules that can never work in a task's evaluator, before a run starts. */
  ruleFaults?(evaluator: Readonly<Record<string, unknown>>): RuleFault[];
  /** Known metrics and getters that are not supported, with the reason as the end of a sentence. */
  readonly unsupported?: Readonly<Record<string, string>>;
  /** Runs tasks that are programs (`evaluator.func` is `program`). */
  readonly programs?: TaskProgramSupport;
}
