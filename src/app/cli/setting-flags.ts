import { type Command, type Help, Option } from 'commander';
import { type Setting, type SettingGroup, settingGroups } from '../../runs/plan/settings/setting.ts';
import { type CommandOptions, type SettingName, settingNames, settingOf } from '../../runs/plan/settings/table.ts';
import { collect, decimalNumber, join, once, wholeNumber } from './number-arguments.ts';

/** Options as commander parses them, with the table's defaults. */
export type RunFlags = CommandOptions & {
  domain: string;
  out: string;
  /** `FILE:LINE` of each agent in the config file. */
  places?: readonly string[];
};

export function addSettings<T extends Command>(command: T, names: readonly SettingName[]): T {
  for (const [group, title] of Object.entries(settingGroups)) {
    const rows = names.map(settingOf).filter((row) => row.group === group && row.flags !== null);
    if (rows.length === 0) continue;
    command.optionsGroup(`${title}:`);
    for (const row of rows) {
      command.addOption(optionOf(row));
      const off = offOption(row);
      if (off !== null) command.addOption(off);
    }
  }
  return command;
}

/**
 * Limits `--help` to the common flags, one line each. `--help-all` lists every flag in detail. `alsoRare`: flags of the
 * command that are in no setting.
 */
export function addHelpAll<T extends Command>(command: T, alsoRare: readonly string[] = []): T {
  const rare = new Set(['--no-config', '--config', ...alsoRare]);
  const details = new Map<string, string>();
  for (const row of settingNames.map(settingOf)) {
    if (row.flags === null) continue;
    const { long } = optionOf(row);
    if (row.audience === 'all') rare.add(long ?? '');
    if (row.off?.audience === 'all') rare.add(offOption(row)?.long ?? '');
    if (row.detail !== undefined) details.set(long ?? '', row.detail);
  }
  const hide = (isHidden: boolean): void => {
    for (const option of command.options) if (rare.has(option.long ?? '')) option.hideHelp(isHidden);
  };
  let isWhole = false;
  const optionDescription = (option: Option): string => {
    const detail = details.get(option.long ?? '');
    if (!isWhole)
      return typeof option.defaultValue === 'number'
        ? `${option.description} (default: ${option.defaultValue})`
        : option.description;
    const choices = option.argChoices === undefined ? [] : [`Choices: ${option.argChoices.join(', ')}.`];
    const more = [...(detail === undefined ? [] : [detail]), ...choices];
    return more.length === 0 ? option.description : `${option.description}. ${more.join(' ')}`;
  };
  hide(true);
  return command
    .configureHelp({ optionDescription } satisfies Partial<Help>)
    .option('--help-all', 'list every flag, in detail')
    .on('option:help-all', () => {
      hide(false);
      isWhole = true;
      command.help();
    });
}

export const settingsOfGroups = (...groups: SettingGroup[]): SettingName[] =>
  settingNames.filter((name) => groups.includes(settingOf(name).group));

/** Returns the `--no-…` flag of a setting that is on by default or through another setting. */
export function offOption({ flags, off }: Setting): Option | null {
  if (off === undefined || flags === null) return null;
  return new Option(flags.replace('--', '--no-'), off.help);
}

export function optionOf({ flags, help, value, audience, default: usual, isOnce }: Setting): Option {
  const option = new Option(flags ?? '', help);
  if (audience === 'hidden') option.hideHelp();
  if (usual !== undefined) option.default(usual);
  switch (value.kind) {
    case 'whole':
      return option.argParser(wholeNumber(value.least, value.most));
    case 'decimal':
      return option.argParser(decimalNumber);
    case 'choice':
    case 'choices':
      return option.choices(value.choices);
    case 'repeated':
      return option.argParser(collect);
    case 'comma separated':
      return option.argParser(join);
    case 'lines':
      return option.argParser((value: string, before?: string) =>
        before === undefined ? value : `${before}\n${value}`,
      );
    default:
      return isOnce === true ? option.argParser(once) : option;
  }
}
