import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import { type SettingName, settingNames, settingOf } from '../../runs/plan/settings/table.ts';

/** Settings that are handed to a provider of desktops. */
export const providerSettings: readonly SettingName[] = settingNames.filter(
  (name) => settingOf(name).provider !== undefined,
);

/** What settings say to a provider, for `createProvider`. */
export function providerOptions(settings: Readonly<Partial<Record<SettingName, unknown>>>): ProviderOptions {
  const given = providerSettings.filter((name) => settings[name] !== undefined);
  return Object.fromEntries(given.map((name) => [settingOf(name).provider, settings[name]]));
}
