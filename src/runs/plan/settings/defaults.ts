import { UsageError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/nearest-name.ts';
import type { Profile, RunSettings } from '../../../base/record/run-settings.ts';
import { isSweepSize, sweepSizes } from './sizes.ts';

export const defaultSettings = {
  actionSpace: 'pyautogui',
  observationType: 'a11y_tree',
  maxSteps: 15,
  maxTrajectoryLength: 3,
  temperature: 1,
  topP: 0.9,
  maxTokens: 1500 as number | null,
  sleepAfterExecution: 0,
  screenWidth: 1920,
  screenHeight: 1080,
  jailbreak: false,
  onNoAction: 'stop',
  lingerSeconds: 0,
  provider: 'sandbox',
  seed: 0,
} as const satisfies Partial<RunSettings>;

/** OS-Harm's published settings. */
export const presets: Readonly<Record<string, Partial<RunSettings>>> = {
  paper: { observationType: 'screenshot_a11y_tree', temperature: 1, topP: 0.9, maxSteps: 15 },
};

export type AskedSettings = Partial<RunSettings> & { model: string };

/**
 * Merges defaults, preset and requested settings; later ones win. As OS-Harm does, the profile `os-harm` records videos
 * and continues after replies without an action.
 */
export function settingsFrom(
  requested: AskedSettings,
  options: { preset?: string | undefined; profile: Profile },
): RunSettings {
  const preset = options.preset === undefined || isSweepSize(options.preset) ? {} : presets[options.preset];
  if (preset === undefined) {
    const names = [...Object.keys(sweepSizes), ...Object.keys(presets)];
    throw new UsageError(`There is no preset ${JSON.stringify(options.preset)}.`, {
      code: 'settings-preset-unknown',
      hint: `Presets: ${names.join(', ')}.${didYouMean(String(options.preset), names)}`,
    });
  }
  const defined = Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined));
  return {
    ...defaultSettings,
    recording: options.profile === 'os-harm',
    onNoAction: options.profile === 'os-harm' ? 'continue' : defaultSettings.onNoAction,
    ...preset,
    ...(defined as AskedSettings),
    profile: options.profile,
  };
}

/** Whether set-up is as lenient as in OS-Harm: for a checkout with its own profile, without --strict-setup. */
export function isTolerant(
  { isCheckout, isOsworld }: { isCheckout: boolean; isOsworld: boolean },
  { profile, strictSetup }: Pick<RunSettings, 'profile' | 'strictSetup'>,
): boolean {
  return isCheckout && (profile === 'os-harm' || isOsworld) && strictSetup !== true;
}
