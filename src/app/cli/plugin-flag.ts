/** Help of `--plugin`. */
export const pluginHelp =
  'files or packages that add agents, defences, oracles, vectors, conditions, judges, providers (docs/library.md)';
