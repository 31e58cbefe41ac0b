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
 * Every setting of a sweep, one row each. The flags of `osharm run`, the options of the library, the defaults in
 * `osharm.config.ts`, what a queue keeps, the fields of a run's spec and the warnings about settings without effect
 * derive from it.
 */
export const settings = { ...sweepSettings, ...commandSettings };

export type SettingName = keyof typeof settings;

/** A sweep as a program asks for it. All of it may be left out but `model` or `agent`. */
export type SweepOptions = ValuesOf<typeof sweepSettings>;

/** A sweep as the command line asks for it. */
export type CommandOptions = ValuesOf<typeof settings>;

export const settingNames = Object.keys(settings) as SettingName[];

/** A row, without the type of its value. */
export const settingOf = (name: SettingName): Setting => settings[name];
