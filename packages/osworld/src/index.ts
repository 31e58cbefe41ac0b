import { defineEvaluator } from 'osharm';
import { getters, insideGetters } from './getters/registry.ts';
import { unsupportedGetters } from './getters/unsupported.ts';
import { isFloatMetric } from './metrics/number-form.ts';
import { metrics } from './metrics/registry.ts';
import { unsupportedMetrics } from './metrics/unsupported.ts';
import { ruleFaults } from './rule-faults.ts';

/** OSWorld's metrics and getters, and tasks that are Python programs, as in OSWorld 2.0. */
export const osworld = defineEvaluator({
  name: 'osworld',
  summary: 'OSWorld’s metrics, getters and task programs',
  metrics: Object.fromEntries(metrics),
  getters: Object.fromEntries(getters),
  insideGetters,
  isFloat: isFloatMetric,
  ruleFaults,
  unsupported: Object.fromEntries([...unsupportedMetrics, ...unsupportedGetters]),
  // Loaded on demand, because processes that compute metrics import this module too.
  programs: {
    start: async (context, signal) => (await import('./program/program-run.ts')).ProgramRun.start(context, signal),
    importTasks: async (options, signal) => (await import('./program/import-tasks.ts')).importTasks(options, signal),
  },
});
