import { agentSettings } from './agent-settings.ts';
import { axisSettings } from './axis-settings.ts';
import { commandSettings } from './command-settings.ts';
import { desktopSettings } from './desktop-settings.ts';
import { modelSettings } from './model-settings.ts';
import { monitorSettings } from './monitor-settings.ts';
import { outputSettings } from './output-settings.ts';
import type { Setting, ValuesOf } from './setting.ts';
import { taskSettings } from './task-settings.ts';
import { verdictSettings } from './verdict-settings.ts';

const sweepSettings = {
  ...agentSettings,
  ...taskSettings,
  ...modelSettings,
  ...verdictSettings,
  ...monitorSettings,
  ...desktopSettings,
  ...outputSettings,
  ...axisSettings,
};

/**
 * Every setting of a sweep, one row each. The flags of `osharm run`, the library's options, the defaults in
 * `osharm.config.ts`, what a queue stores, the fields of a run's spec, and the warnings about settings without effect
 * are derived from it.
 */
export const settings = { ...sweepSettings, ...commandSettings };

export type SettingName = keyof typeof settings;

/** Options of a sweep for programs. Only `model` or `agent` is required. */
export type SweepOptions = ValuesOf<typeof sweepSettings>;

export type CommandOptions = ValuesOf<typeof settings>;

export const settingNames = Object.keys(settings) as SettingName[];

export const settingOf = (name: SettingName): Setting => settings[name];
