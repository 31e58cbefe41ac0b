import type { Command, Option } from 'commander';
import { type SweepOptions, settingOf, settings } from '../../runs/plan/settings/table.ts';
import { providerSettings } from '../library/provider-options.ts';
import { optionOf } from './setting-flags.ts';

/** Flags that say what a provider is given. */
export type ProviderFlags = SweepOptions;

/** `--provider NAME`. */
export const providerOption = (): Option => optionOf(settings.provider);

/** Adds the flags of providers; docs/compatibility/providers.md describes them. */
export function addProviderFlags(command: Command): Command {
  for (const name of providerSettings) command.addOption(optionOf(settingOf(name)));
  return command;
}
