import { OpenRegistry, type PluginOrigin } from '../../../base/record/open-registry.ts';
import type { Getter } from '../getters/getter.ts';
import type { Metric, MetricCall } from '../metrics/metric.ts';
import { builtInEvaluator } from './built-in.ts';
import type { EvaluatorDefinition, RuleFault } from './definition.ts';
import type { TaskProgramSupport } from './task-programs.ts';

/** All metrics, by name in `evaluator.func`. */
export const metrics = new OpenRegistry<Metric>('metric', Object.entries(builtInEvaluator.metrics));
/** All getters, by a task's `type`. */
export const getters = new OpenRegistry<Getter>('getter', Object.entries(builtInEvaluator.getters ?? {}));

const definitions: EvaluatorDefinition[] = [builtInEvaluator];

/** Adds an evaluator's metrics and getters. Adding one twice has no effect. Throws UsageError `plugin-name-taken`. */
export function plugInEvaluator(definition: EvaluatorDefinition, origin: PluginOrigin): void {
  if (definitions.includes(definition)) return;
  for (const [name, metric] of Object.entries(definition.metrics)) metrics.plugIn(name, metric, origin);
  for (const [name, getter] of Object.entries(definition.getters ?? {})) getters.plugIn(name, getter, origin);
  definitions.push(definition);
}

const definitionOf = (func: string): EvaluatorDefinition | undefined =>
  definitions.find((definition) => Object.hasOwn(definition.metrics, func));

/** Whether OSWorld's metric returns a Python float, so that `result.txt` contains `1.0` rather than `1`. */
export const isFloatMetric = (func: string, value: number, call: Pick<MetricCall, 'result' | 'options'>): boolean =>
  definitionOf(func)?.isFloat?.(func, value, call) ?? true;

/** Whether a getter calls programs inside the desktop. */
export const isInsideGetter = (type: string): boolean =>
  definitions.some(({ insideGetters = [] }) => insideGetters.includes(type));

/** Reports rules that can never work in a task's evaluator (`func`, `expected`, `options`, each a value or a list). */
export const ruleFaults = (evaluator: Readonly<Record<string, unknown>>): RuleFault[] =>
  definitions.flatMap((definition) => definition.ruleFaults?.(evaluator) ?? []);

/** Known metrics and getters that are not supported, with the reason as the end of a sentence. */
export const unsupportedNames = (): ReadonlyMap<string, string> =>
  new Map(definitions.flatMap(({ unsupported = {} }) => Object.entries(unsupported)));

/** Runs tasks that are programs; null if no loaded evaluator does. */
export const taskPrograms = (): TaskProgramSupport | null =>
  definitions.find(({ programs }) => programs !== undefined)?.programs ?? null;
