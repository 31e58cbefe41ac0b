import type { Getter } from '../getters/getter.ts';
import type { Metric, MetricCall } from '../metrics/metric.ts';
import type { TaskProgramSupport } from './task-programs.ts';

/** Something in a task's evaluator that can never work. */
export interface RuleFault {
  /** The field, from `evaluator` on. */
  field: string;
  message: string;
}

/** Metrics and getters in OSWorld's form, which a task's `evaluator` names. */
export interface EvaluatorDefinition {
  readonly name: string;
  readonly summary?: string;
  /** By the name that `evaluator.func` gives. They work in a process that reads what agents made. */
  readonly metrics: Readonly<Record<string, Metric>>;
  /** By the `type` of `evaluator.result` and `evaluator.expected`. */
  readonly getters?: Readonly<Record<string, Getter>>;
  /** The getters that call programs inside the desktop. Their metric is 0 if the agent changed these programs. */
  readonly insideGetters?: readonly string[];
  /** Whether OSWorld's function returns a Python float: `result.txt` then shows `1.0` rather than `1`. Defaults to true. */
  isFloat?(func: string, value: number, call: Pick<MetricCall, 'result' | 'options'>): boolean;
  /** Reports what can never work in a task's evaluator, before a run starts. */
  ruleFaults?(evaluator: Readonly<Record<string, unknown>>): RuleFault[];
  /** Metrics and getters that it knows and does not support, with the reason as the end of a sentence. */
  readonly unsupported?: Readonly<Record<string, string>>;
  /** Runs tasks that are programs (`evaluator.func` is `program`). */
  readonly programs?: TaskProgramSupport;
}
