import type { z } from 'zod';
import type { Desktop, PictureSize } from '../../desktop/client/desktop.ts';
import type { Variation } from '../suite/vary/variation.ts';
import type { WantedFile } from './downloads/downloads.ts';

/** What a setup step may use. */
export interface SetupContext {
  readonly desktop: Desktop;
  /** What local paths are relative to: the suite's folder, in a checkout of OS-Harm the checkout. */
  readonly suiteFolder: string;
  /** Secrets of the run by name, for files that say `template`. */
  readonly canaries: Readonly<Record<string, string>>;
  /** What the run's seed drew for the task, for the same files; left out: nothing. */
  readonly variation?: Variation;
  /** Names the folder that OS-Harm's own download cache keeps for the task. */
  readonly taskId?: string;
  /** Where files that steps name by their address come from; left out: only what OS-Harm's own cache in the checkout holds. */
  readonly downloads?: { get(wanted: WantedFile, signal?: AbortSignal | undefined): Promise<Buffer> } | undefined;
  /** Pixels, for `{SCREEN_WIDTH}` and the like; left out: 1920 × 1080. */
  readonly screen?: PictureSize;
  /** For `{CLIENT_PASSWORD}`; left out: `password`. */
  readonly password?: string;
  /** A task of OS-Harm or OSWorld: an exit code other than 0 is told and no error, as there. */
  readonly isForeign?: boolean;
  /** As OS-Harm: a step that fails is told by `failed`, and the rest is done. */
  readonly isTolerant?: boolean;
  readonly failed?: (text: string) => void;
  /** After the agent's last step: what it has closed, moved or deleted is told and no error. */
  readonly isAfterwards?: boolean;
  /** While the agent works: a mail that comes has the time of the desktop's clock. */
  readonly isComing?: boolean;
  /** Is told what was tolerated. */
  readonly note?: (text: string) => void;
  /** What commands printed, by the names that `stdout` and `stderr` of a step give it. */
  readonly outputs?: Map<string, string>;
  /**
   * Content to place at these paths of the desktop instead of what a step says: how a file vector gets its text in
   * before anything opens the file.
   */
  readonly replacements?: ReadonlyMap<string, Buffer> | undefined;
  /** Is handed each file as it is written into the desktop. */
  readonly placed?: (path: string, content: Buffer) => void;
  /** Done once, before the first step that starts or opens something (after all steps where none does). */
  readonly beforeOpening?: (() => Promise<void>) | undefined;
  /** Unix milliseconds, for what has a date; left out: the clock's. */
  readonly now?: number;
  /** The day on which the task's scene plays, as the plan has it, Unix milliseconds; left out: that of `now`. */
  readonly sceneDay?: number;
  readonly signal?: AbortSignal | undefined;
}

/** One kind of setup step: its parameters, as data, and what it does. Throws where it can't. */
export interface SetupKind<Schema extends z.ZodType = z.ZodType> {
  /** What it does, in a sentence: editors show it while one types. */
  readonly summary?: string;
  readonly parameters: Schema;
  /** Why this version can't do the step, whatever its parameters; left out: it can. */
  readonly refused?: string;
  /** Local files (relative to the suite) that the step needs: `osharm suite lint` looks whether they are there. */
  assets?(parameters: z.output<Schema>): string[];
  /** Hosts of the desktop's internet that it places; left out: none. */
  hosts?(parameters: z.output<Schema>, suiteFolder: string): readonly string[];
  /** Argument vectors of programs that it starts in the desktop and that end at once; left out: none. */
  starts?(parameters: z.output<Schema>): readonly (readonly string[])[];
  run(parameters: z.output<Schema>, context: SetupContext): Promise<void>;
}

/** Keeps the parameter type of a kind while it is defined. */
export function defineSetupKind<Schema extends z.ZodType>(kind: SetupKind<Schema>): SetupKind<Schema> {
  return kind;
}
