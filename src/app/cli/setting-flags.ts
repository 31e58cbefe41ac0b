import { type Command, Option } from 'commander';
import { type Setting, type SettingGroup, settingGroups } from '../../runs/plan/settings/setting.ts';
import { type CommandOptions, type SettingName, settingNames, settingOf } from '../../runs/plan/settings/table.ts';
import { decimalNumber, wholeNumber } from './number-arguments.ts';

/** The options of a sweep as commander hands them over: what the table gives a default is there. */
export type RunFlags = CommandOptions & {
  domain: string;
  repeat: number;
  parallel: number;
  resultDir: string;
};

/** Adds the flags of these settings, one help group after the other. */
export function addSettings<T extends Command>(command: T, names: readonly SettingName[]): T {
  for (const [group, title] of Object.entries(settingGroups)) {
    const own = names.filter((name) => settingOf(name).group === group && settingOf(name).flags !== null);
    if (own.length === 0) continue;
    command.optionsGroup(`${title}:`);
    for (const name of own) {
      command.addOption(optionOf(settingOf(name)));
      // A toggle that a profile may switch on can be switched off.
      if (name === 'recording') command.addOption(new Option('--no-recording', 'record no video'));
    }
  }
  return command;
}

/** Keeps the help of a command to its common flags; `--help-all` lists every one. */
export function addHelpAll<T extends Command>(command: T): T {
  const rare = settingNames.map(settingOf).filter(({ audience, flags }) => audience === 'all' && flags !== null);
  const flags = new Set([...rare.map((row) => optionOf(row).long), '--no-recording', '--no-config', '--config']);
  const hide = (isHidden: boolean): void => {
    for (const option of command.options) if (flags.has(option.long ?? '')) option.hideHelp(isHidden);
  };
  hide(true);
  return command.option('--help-all', 'list every flag').on('option:help-all', () => {
    hide(false);
    command.help();
  });
}

/** The settings of these groups. */
export const settingsOfGroups = (...groups: SettingGroup[]): SettingName[] =>
  settingNames.filter((name) => groups.includes(settingOf(name).group));

/** A setting as commander has it: checked and read by its kind of value. */
export function optionOf({ flags, help, value, audience, default: usual }: Setting): Option {
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
      return option.argParser((text: string, before: string[] = []) => [...before, text]);
    default:
      return option;
  }
}
