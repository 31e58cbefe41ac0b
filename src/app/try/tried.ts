import type { ScriptStep } from '../../agents/reference/step-schema.ts';
import type { Desktop, PictureSize } from '../../desktop/client/desktop.ts';
import type { TryVerdict } from '../../results/viewer/try-api.ts';

/** What a person tries: a task, or a plain desktop. */
export interface Tried {
  readonly title: string;
  readonly screen: PictureSize;
  readonly task: TriedTask | null;
  /** Creates a desktop in its initial state and ends the earlier one. */
  start(signal: AbortSignal): Promise<Desktop>;
  end(): Promise<void>;
}

export interface TriedTask {
  readonly id: string;
  readonly instruction: string;
  readonly injected: string | null;
  readonly references: readonly string[];
  /** Called with code that is about to run. */
  acting(code: string): Promise<void>;
  /** Reads what changed. */
  settled(): Promise<void>;
  /** Runs check and oracles on the current desktop. Throws OsharmError. */
  evaluate(): Promise<Omit<TryVerdict, 'afterSteps'>>;
  /** Writes steps into the task's file and returns a sentence on what was written. Throws UsageError. */
  save(reference: string, steps: readonly ScriptStep[]): string;
}
