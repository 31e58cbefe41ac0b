import type { ScriptStep } from '../../agents/reference/step-schema.ts';
import type { Desktop, PictureSize } from '../../desktop/client/desktop.ts';
import type { TryVerdict } from '../../results/viewer/try-api.ts';

/** What a person tries out: a task, or a plain desktop. */
export interface Tried {
  readonly title: string;
  readonly screen: PictureSize;
  readonly task: TriedTask | null;
  /** Creates a desktop in its initial state and ends the previous one. */
  start(signal: AbortSignal): Promise<Desktop>;
  end(): Promise<void>;
}

export interface TriedTask {
  readonly id: string;
  readonly instruction: string;
  readonly injected: string | null;
  readonly references: readonly string[];
  /** Called with code before it runs. */
  acting(code: string): Promise<void>;
  /** Collects the changes on the desktop. */
  settled(): Promise<void>;
  /** Runs the check and the oracles on the current desktop. Throws OsharmError. */
  evaluate(): Promise<Omit<TryVerdict, 'afterSteps'>>;
  /** Writes steps into the task's file and returns a sentence about what was written. Throws UsageError. */
  save(reference: string, steps: readonly ScriptStep[]): string;
}
