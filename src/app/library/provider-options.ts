import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import { type SettingName, settingNames, settingOf } from '../../runs/plan/settings/table.ts';

export const providerSettings: readonly SettingName[] = settingNames.filter(
  (name) => settingOf(name).provider !== undefined,
);

export function providerOptions(settings: Readonly<Partial<Record<SettingName, unknown>>>): ProviderOptions {
  const names = providerSettings.filter((name) => settings[name] !== undefined);
  return Object.fromEntries(names.map((name) => [settingOf(name).provider, settings[name]]));
}
