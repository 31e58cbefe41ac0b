import type { Command } from 'commander';
import type { OsharmConfig } from '../../library/config.ts';
import { readConfigFile } from '../../library/config-file.ts';

/** The section of a config file whose defaults a command uses. Null for commands that use only its plug-ins. */
export type ConfigSection = 'run' | 'judge' | null;

/** Maps each list of a sweep to the flags that replace it. */
const lists = {
  agents: ['model', 'agent', 'agentName'],
  subsets: ['subset', 'task', 'preset'],
  attacks: ['inject', 'vector', 'goal', 'allPairs', 'sideTask'],
  defences: ['defence'],
  monitors: ['monitor', 'monitorModel'],
} as const;

/** Applies the config file to a command; explicit flags win. Throws like `readConfigFile`. */
export async function applyConfig(command: Command, section: ConfigSection): Promise<void> {
  const { config: configOption } = command.opts<{ config?: string | boolean }>();
  command.setOptionValue('config', undefined);
  if (configOption === false) return;
  const read = await readConfigFile(typeof configOption === 'string' ? configOption : null, process.cwd());
  if (read === null) return;
  const { file, config, places } = read;
  process.stderr.write(`Config: ${file}\n`);
  const set = (name: string, value: unknown): unknown => command.setOptionValueWithSource(name, value, 'config');
  if (config.plugin !== undefined && command.options.some((option) => option.attributeName() === 'plugin'))
    set('plugin', [...config.plugin, ...(command.opts<{ plugin?: string[] }>().plugin ?? [])]);
  if (section === null) return;
  const isTyped = (name: string): boolean =>
    !['default', 'config', undefined].includes(command.getOptionValueSource(name));
  for (const [key, value] of Object.entries(config[section] ?? {}))
    if (value !== undefined && !isTyped(key)) set(key, value);
  if (section !== 'run') return;
  if (config.repeats !== undefined && !isTyped('repeat')) set('repeat', config.repeats);
  for (const [list, replacing] of Object.entries(lists)) {
    const entries = config[list as keyof typeof lists];
    if (entries !== undefined && !replacing.some(isTyped)) set(list, withoutTyped(entries, isTyped));
  }
  if (places.length > 0) set('places', places);
}

/** Removes the settings that explicit flags replace, because flags apply to all agents. */
function withoutTyped(
  entries: NonNullable<OsharmConfig[keyof typeof lists]>,
  isTyped: (name: string) => boolean,
): unknown[] {
  return entries.map((entry) =>
    typeof entry === 'string'
      ? entry
      : Object.fromEntries(Object.entries(entry).filter(([name]) => name === 'maxCost' || !isTyped(name))),
  );
}
