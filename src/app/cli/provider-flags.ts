import type { Command, Option } from 'commander';
import { type SweepOptions, settingOf, settings } from '../../runs/plan/settings/table.ts';
import { providerSettings } from '../library/provider-options.ts';
import { optionOf } from './setting-flags.ts';

export type ProviderFlags = SweepOptions;

export const providerOption = (): Option => optionOf(settings.provider);

export function addProviderFlags(command: Command): Command {
  for (const name of providerSettings) command.addOption(optionOf(settingOf(name)));
  return command;
}
