import { z } from 'zod';
import type { Setting } from './setting.ts';
import { anyText, decimal, repeated, texts, whole } from './setting.ts';
import { type SettingName, settingNames, settingOf } from './table.ts';
import { valueSchema } from './value-schema.ts';

export type ConfigValue = Pick<Setting, 'value' | 'help'>;

export type ConfigTable = Readonly<Record<string, ConfigValue>>;

const row = (value: Setting['value'], help: string): ConfigValue => ({ value, help });

const rows = (isIn: (setting: Setting, name: SettingName) => boolean): ConfigTable =>
  Object.fromEntries(settingNames.filter((name) => isIn(settingOf(name), name)).map((name) => [name, settingOf(name)]));

const isOwn = ({ flags, aliasOf }: Setting): boolean => flags !== null && aliasOf === undefined;
const ofGroups = (...groups: Setting['group'][]): ConfigTable =>
  rows((setting) => isOwn(setting) && setting.ofSweep !== true && groups.includes(setting.group));
const inLabel = { label: row(anyText, 'what it adds in front of the agent’s name in results') };

/** The entries of each list. A string entry sets the value named by `text`. */
export const entryTables = {
  agents: {
    text: 'model',
    table: {
      ...ofGroups('agent', 'models'),
      label: row(anyText, 'name in results (default: agent and model)'),
      maxCost: row(decimal, 'dollars after which this agent is paused'),
    },
  },
  attacks: { text: 'goal', table: { ...ofGroups('injections'), ...inLabel } },
  defences: {
    text: 'defence',
    table: { defence: row(texts, 'defences around the agent, outermost first'), ...inLabel },
  },
  monitors: { text: 'monitor', table: { ...ofGroups('monitors'), ...inLabel } },
} as const satisfies Record<string, { text: string; table: ConfigTable }>;

export const sectionTables = {
  run: rows((setting, name) => isOwn(setting) && name !== 'plugin'),
  judge: {
    judge: row(repeated, 'judges: MODEL[/TYPE[/PROMPT]]'),
    captioner: row(anyText, 'model that puts pictures into words'),
    parallel: row(whole(1), 'runs judged at a time'),
    requestsPerMinute: row(whole(1), 'maximum model calls in any minute'),
    tokensPerMinute: row(whole(1), 'maximum tokens in any minute'),
    timeout: row(decimal, 'seconds until a call is retried'),
    maxCost: row(decimal, 'never spend more dollars than this'),
    prices: row(anyText, 'file of a price table'),
  },
} as const satisfies Record<string, ConfigTable>;

export const topTable = {
  plugin: row(texts, 'plug-ins: files or packages'),
  subsets: row(texts, 'subsets that each agent runs'),
  repeats: row(whole(1), 'how often each run is executed'),
} as const satisfies ConfigTable;

const schemaOf = ({ value, help }: ConfigValue): z.ZodType => valueSchema(value).optional().describe(help);
const objectOf = (table: ConfigTable): z.ZodType =>
  z.strictObject(Object.fromEntries(Object.entries(table).map(([name, value]) => [name, schemaOf(value)])));

const listWords = {
  agents: 'Agents of the sweep: names of models, or settings of each.',
  attacks: 'Attacks that each agent meets: goals, settings of injections, or none.',
  defences: 'Defences that each agent runs with: files or plug-ins, or none.',
  monitors: 'Monitors that watch each agent: their names or settings, or none.',
} as const;

/** Schema of `osharm.yaml` and `osharm.config.ts`. A sweep runs every combination of the lists, `repeats` times. */
export const configSchema = z.strictObject({
  ...Object.fromEntries(Object.entries(topTable).map(([name, value]) => [name, schemaOf(value)])),
  ...Object.fromEntries(
    Object.entries(entryTables).map(([name, { table }]) => [
      name,
      z
        .array(z.union([z.string(), objectOf(table)]))
        .min(1)
        .optional()
        .describe(listWords[name as keyof typeof listWords]),
    ]),
  ),
  run: objectOf(sectionTables.run).optional().describe('Defaults of the flags of osharm run.'),
  judge: objectOf(sectionTables.judge).optional().describe('Defaults of the flags of osharm judge.'),
});
