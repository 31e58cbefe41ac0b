import { UsageError } from '../errors.ts';
import type { ActionSpace, ObservationType, Protocol, RunSettings } from './run-spec.ts';

/** OS-Harm's defaults (spec os-harm §1.1), for all but what has none there. */
export const defaultSettings = {
  actionSpace: 'pyautogui',
  observationType: 'a11y_tree',
  maxSteps: 15,
  maxTrajectoryLength: 3,
  temperature: 1,
  topP: 0.9,
  maxTokens: 1500,
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

/** Settings as somebody asks for them: what is left out is decided here. */
export type AskedSettings = Partial<RunSettings> & { model: string };

/** Puts together preset, defaults and what was asked for, which wins. Under protocol `os-harm` runs are recorded on video. */
export function settingsFrom(asked: AskedSettings, options: { preset?: string; protocol: Protocol }): RunSettings {
  const preset = options.preset === undefined ? {} : presets[options.preset];
  if (preset === undefined) {
    throw new UsageError(`There is no preset ${JSON.stringify(options.preset)}.`, {
      code: 'settings-preset-unknown',
      hint: `Presets: ${Object.keys(presets).join(', ')}.`,
    });
  }
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  return {
    ...defaultSettings,
    recording: options.protocol === 'os-harm',
    ...preset,
    ...(given as AskedSettings),
    protocol: options.protocol,
  };
}

/** What this version can't do yet: refused rather than ignored. Throws UsageError. */
export function refuseUnsupported(settings: RunSettings): void {
  const refuse = (what: string, code: string, hint: string): never => {
    throw new UsageError(what, { code, hint });
  };
  const observationTypes: ObservationType[] = ['screenshot', 'a11y_tree', 'screenshot_a11y_tree'];
  if (!observationTypes.includes(settings.observationType)) {
    refuse(
      'Observation type som is not in this version.',
      'observation-type-unsupported',
      `Use one of: ${observationTypes.join(', ')}.`,
    );
  }
  const actionSpaces: ActionSpace[] = ['pyautogui'];
  if (!actionSpaces.includes(settings.actionSpace)) {
    refuse(
      `Action space ${settings.actionSpace} is not in this version.`,
      'action-space-unsupported',
      'Use --action-space pyautogui.',
    );
  }
  if (settings.jailbreak) {
    refuse(
      '--jailbreak needs OS-Harm’s template, which this version can’t import.',
      'jailbreak-unsupported',
      'Leave --jailbreak out.',
    );
  }
}
