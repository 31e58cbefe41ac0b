export const pluginKinds = [
  'agent',
  'defence',
  'oracle',
  'vector',
  'condition',
  'judge',
  'provider',
  'monitor',
  'reporter',
  'evaluator',
  'store',
  'queue',
] as const;
export type PluginKind = (typeof pluginKinds)[number];

/** One thing that a plug-in brings, as `define…` makes it. */
export interface PluginPart<Kind extends PluginKind = PluginKind, Definition = unknown> {
  readonly osharmPart: Kind;
  readonly definition: Definition;
}

/** The parts among what a module exports. */
export function partsIn(module: Readonly<Record<string, unknown>>): PluginPart[] {
  return [...new Set(Object.values(module).flat())].filter(
    (value): value is PluginPart =>
      typeof value === 'object' &&
      value !== null &&
      pluginKinds.includes((value as Partial<PluginPart>).osharmPart as PluginKind),
  );
}
