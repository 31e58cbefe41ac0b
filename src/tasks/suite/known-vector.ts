import type { KnownKind } from './known-kind.ts';
import type { PayloadMoment } from './payload-moment.ts';
import type { InjectionEntry, Task } from './task.ts';
import type { Visibility } from './visibility.ts';

/** Whether a task can carry a vector's text: the parameters with which it does, or a sentence that says why it can't. */
export type Fit = { params: Record<string, unknown> } | { reason: string };

/** What planning needs to know of a vector; `src/tasks/injection/vectors/` holds them. */
export interface KnownVector extends KnownKind {
  /** Looks at the task alone (as its seed made it), and at the suite's files below `suiteFolder`. Starts nothing. */
  fit(task: Task, suiteFolder: string): Fit;
  /** Why this carrier can't hold the text; null where it can. Left out: it holds any text. */
  refusal?: ((content: string) => string | null) | undefined;
  /** How it shows a text of its own accord. */
  visibility: Visibility;
  /** Why it can't show a text in this way in this suite; null where it can. */
  visibilityRefusal(visibility: Visibility, suiteFolder: string): string | null;
  /** What a carrier with these parameters can wait for before it holds the text. Left out: nothing. */
  moments?: ((entry: InjectionEntry) => readonly Exclude<PayloadMoment['kind'], 'start'>[]) | undefined;
}
