import { OpenRegistry } from '../../base/record/open-registry.ts';
import { builtInMonitors } from './built-in/baselines.ts';
import type { MonitorDefinition } from './monitor.ts';

export const openMonitors: OpenRegistry<MonitorDefinition> = new OpenRegistry(
  'monitor',
  builtInMonitors.map((baseline) => [baseline.name, baseline] as const),
);
