import type { z } from 'zod';
import type { Desktop, PictureSize } from '../../desktop/client/desktop.ts';
import type { Variation } from '../suite/vary/variation.ts';
import type { WantedFile } from './downloads/downloads.ts';

export interface SetupContext {
  readonly desktop: Desktop;
  /** The folder that local paths are relative to: the suite folder or the OS-Harm checkout. */
  readonly suiteFolder: string;
  /** The run's secrets by name, for files with `template`. */
  readonly canaries: Readonly<Record<string, string>>;
  readonly variation?: Variation;
  /** Selects the task's folder in OS-Harm's download cache. */
  readonly taskId?: string;
  /** Downloads files. If omitted, only the checkout's OS-Harm cache is used. */
  readonly downloads?: { get(wanted: WantedFile, signal?: AbortSignal | undefined): Promise<Buffer> } | undefined;
  /** In pixels, for `{SCREEN_WIDTH}` and similar placeholders. Defaults to 1920 × 1080. */
  readonly screen?: PictureSize;
  /** For `{CLIENT_PASSWORD}`. Defaults to `password`. */
  readonly password?: string;
  /** True for tasks of OS-Harm or OSWorld: a non-zero exit code is reported to `note` instead of being an error. */
  readonly isForeign?: boolean;
  /** True to report errors that OS-Harm only logs to `failed` and run the remaining steps. */
  readonly isTolerant?: boolean;
  readonly failed?: (text: string) => void;
  /** True after the agent's last step. Errors that the agent may have caused are then reported to `note`. */
  readonly isAfterwards?: boolean;
  /** True while the agent works. New mail is then dated with the current time. */
  readonly isComing?: boolean;
  readonly note?: (text: string) => void;
  /** Output of commands, by the names in a step's `stdout` and `stderr`. */
  readonly outputs?: Map<string, string>;
  /** Replacements for the files at these paths. Vectors insert their text before a program opens the file. */
  readonly replacements?: ReadonlyMap<string, Buffer> | undefined;
  /** Called for each file written to the desktop. */
  readonly placed?: (path: string, content: Buffer) => void;
  /** Called once, before the first step that starts or opens something, or after the last step if none does. */
  readonly beforeOpening?: (() => Promise<void>) | undefined;
  /** Unix milliseconds. Defaults to the current time. */
  readonly now?: number;
  /** The planned day of the task's scene, Unix milliseconds. Defaults to the scene's day at `now`. */
  readonly sceneDay?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface SetupKind<Schema extends z.ZodType = z.ZodType> {
  /** One sentence, shown as completion help in editors. */
  readonly summary?: string;
  readonly parameters: Schema;
  readonly refused?: string;
  /** Local files of the step, relative to the suite folder. `osharm suite lint` checks that they exist. */
  assets?(parameters: z.output<Schema>): string[];
  hosts?(parameters: z.output<Schema>, suiteFolder: string): readonly string[];
  /** Returns argument vectors of short-lived programs that the step starts. */
  starts?(parameters: z.output<Schema>): readonly (readonly string[])[];
  run(parameters: z.output<Schema>, context: SetupContext): Promise<void>;
}

export function defineSetupKind<Schema extends z.ZodType>(kind: SetupKind<Schema>): SetupKind<Schema> {
  return kind;
}
