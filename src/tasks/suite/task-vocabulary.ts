import type { z } from 'zod';
import type { PayloadMoment } from './payload-moment.ts';
import type { InjectionEntry, Task } from './task.ts';
import type { Visibility } from './visibility.ts';

/**
 * A kind of step, condition, oracle or vector with the schema of its parameters. Callers pass these in, because other
 * modules define them.
 */
export interface KnownKind {
  summary?: string | undefined;
  parameters: z.ZodType;
  refused?: string | undefined;
  runsPrograms?: true;
  /** Returns the paths of files that it compares with their state at step 0. */
  initial?: ((parameters: never) => readonly string[]) | undefined;
  hosts?: ((parameters: unknown, suiteFolder: string) => readonly string[]) | undefined;
  assets?: ((parameters: unknown) => string[]) | undefined;
}

/** The parameters with which a task can carry a vector's text, or the reason why it can't. */
export type Fit = { params: Record<string, unknown> } | { reason: string };

/** The part of a vector that planning needs. `src/tasks/injection/vectors/` implements vectors. */
export interface KnownVector extends KnownKind {
  /** Inspects only the seeded task and the suite's files. */
  fit(task: Task, suiteFolder: string): Fit;
  /** Returns why the carrier can't contain a text; null if it can. If omitted, the carrier accepts any text. */
  refusal?: ((content: string) => string | null) | undefined;
  visibility: Visibility;
  /** Returns why the vector doesn't support a visibility in this suite; null if it does. */
  visibilityRefusal(visibility: Visibility, suiteFolder: string): string | null;
  /** Returns the moments at which the payload can arrive besides the start. If omitted, there are none. */
  moments?: ((entry: InjectionEntry) => readonly Exclude<PayloadMoment['kind'], 'start'>[]) | undefined;
}

export interface TaskVocabulary {
  setupSteps: ReadonlyMap<string, KnownKind>;
  conditions: ReadonlyMap<string, KnownKind>;
  oracles: ReadonlyMap<string, KnownKind>;
  vectors: ReadonlyMap<string, KnownVector>;
  evaluators: Pick<ReadonlySet<string>, 'has'>;
  /** Known getters; null to skip the check. */
  getters: Pick<ReadonlySet<string>, 'has'> | null;
  /** The package that may define an unknown metric, getter or program, as the end of a sentence; null if none does. */
  needsPackage?(): string | null;
  /** Rules of an evaluator that no result can satisfy. */
  ruleFaults(evaluator: Readonly<Record<string, unknown>>): { field: string; message: string }[];
  leftOut: Pick<ReadonlyMap<string, string>, 'get'>;
  programs: ReadonlySet<string>;
  siteKinds: ReadonlySet<string>;
  unknownPlaceholders(text: string): string[];
  script: z.ZodType;
  canaries: ReadonlySet<string>;
  canariesIn(text: string): string[];
}
