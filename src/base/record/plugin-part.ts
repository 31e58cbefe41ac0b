export const pluginKinds = [
  'agent',
  'defence',
  'oracle',
  'vector',
  'condition',
  'judge',
  'provider',
  'monitor',
  'protocol',
  'reporter',
  'evaluator',
  'store',
  'queue',
] as const;
export type PluginKind = (typeof pluginKinds)[number];

/** An entry that a plug-in adds, created by one of the `define…` functions. */
export interface PluginPart<Kind extends PluginKind = PluginKind, Definition = unknown> {
  readonly osharmPart: Kind;
  readonly definition: Definition;
}

export function partsIn(module: Readonly<Record<string, unknown>>): PluginPart[] {
  return [...new Set(Object.values(module).flat())].filter(
    (value): value is PluginPart =>
      typeof value === 'object' &&
      value !== null &&
      pluginKinds.includes((value as Partial<PluginPart>).osharmPart as PluginKind),
  );
}
