import type { Command, Option } from 'commander';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import {
  type SettingName,
  type SweepOptions,
  settingNames,
  settingOf,
  settings,
} from '../../runs/plan/settings/table.ts';
import { optionOf } from './setting-flags.ts';

/** Settings that are handed to a provider of desktops. */
const handedOn = settingNames.filter((name) => settingOf(name).provider !== undefined);

/** Flags that say what a provider is given. */
export type ProviderFlags = SweepOptions;

/** `--provider NAME`. */
export const providerOption = (): Option => optionOf(settings.provider);

/** Adds the flags of providers; docs/providers.md describes them. */
export function addProviderFlags(command: Command): Command {
  for (const name of handedOn) command.addOption(optionOf(settingOf(name)));
  return command;
}

/** What the flags say, for `createProvider`. */
export function providerOptions(flags: Readonly<Partial<Record<SettingName, unknown>>>): ProviderOptions {
  const given = handedOn.filter((name) => flags[name] !== undefined);
  return Object.fromEntries(given.map((name) => [settingOf(name).provider, flags[name]]));
}
