import type { ScriptStep } from '../../agents/reference/step-schema.ts';
import type { Desktop, PictureSize } from '../../desktop/client/desktop.ts';
import type { TryVerdict } from '../../results/viewer/try-api.ts';

/** What a person has in front of them: a task, or a desktop and nothing else. */
export interface Tried {
  readonly title: string;
  readonly screen: PictureSize;
  /** Null: no task. */
  readonly task: TriedTask | null;
  /** A desktop as it is before the first act; the earlier one is ended. */
  start(signal: AbortSignal): Promise<Desktop>;
  /** Ends what goes on. */
  end(): Promise<void>;
}

/** A task that is tried. */
export interface TriedTask {
  readonly id: string;
  readonly instruction: string;
  /** The injected text; null without an injection. */
  readonly injected: string | null;
  /** Names of references that can be saved. */
  readonly references: readonly string[];
  /** Told of code that is about to run. */
  acting(code: string): Promise<void>;
  /** Reads what was changed. */
  settled(): Promise<void>;
  /** Asks check and oracles about the desktop as it is. Throws OsharmError. */
  evaluate(): Promise<Omit<TryVerdict, 'afterSteps'>>;
  /** Writes the steps into the task's file; gives a sentence of what was written. Throws UsageError. */
  save(reference: string, steps: readonly ScriptStep[]): string;
}
