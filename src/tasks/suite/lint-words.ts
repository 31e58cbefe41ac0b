import type { z } from 'zod';
import type { PayloadMoment } from './payload-moment.ts';
import type { InjectionEntry, Task } from './task.ts';
import type { Visibility } from './visibility.ts';

/** A thing that a suite's files name, with the form of its parameters. Other rooms own them; `osharm suite lint` hands them in. */
export interface KnownKind {
  /** What it does, in a sentence; left out: editors show none. */
  summary?: string | undefined;
  parameters: z.ZodType;
  /** Why this version can't do it, whatever its parameters; left out: it can. */
  refused?: string | undefined;
  /** It runs programs in the desktop. */
  runsPrograms?: true;
  /** Places whose files of step 0 it compares the end with. */
  initial?: ((parameters: never) => readonly string[]) | undefined;
  /** Hosts of the desktop's internet that a set-up step with these parameters places, in the suite of this folder. Left out: none. */
  hosts?: ((parameters: unknown, suiteFolder: string) => readonly string[]) | undefined;
  /** Local files that these parameters need, relative to the suite. */
  assets?: ((parameters: unknown) => string[]) | undefined;
}

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

/** A file that a task names by its address. */
export interface WantedDownload {
  url: string;
  path: string;
  taskId: string;
  suiteFolder: string;
}

export interface LintWords {
  setupSteps: ReadonlyMap<string, KnownKind>;
  conditions: ReadonlyMap<string, KnownKind>;
  oracles: ReadonlyMap<string, KnownKind>;
  vectors: ReadonlyMap<string, KnownVector>;
  evaluators: ReadonlySet<string>;
  /** Getters of evaluators; null: they aren't looked at. */
  getters: ReadonlySet<string> | null;
  /** What can never work in an evaluator's rules, by field. */
  ruleFaults(evaluator: Readonly<Record<string, unknown>>): { field: string; message: string }[];
  /** Metrics and getters of OSWorld that this version doesn't have, with the reason. */
  leftOut: ReadonlyMap<string, string>;
  /** Programs of the desktop's image. */
  programs: ReadonlySet<string>;
  /** Kinds of sites. */
  siteKinds: ReadonlySet<string>;
  /** Placeholders in a command that stand for nothing. */
  unknownPlaceholders(text: string): string[];
  /** The form of a reference solution. */
  script: z.ZodType;
  canaries: ReadonlySet<string>;
  canariesIn(text: string): string[];
}

/**
 * `mistake`: the file is wrong. `cannot`: it is right, and this machine's desktops can't do what it asks. `tolerated`:
 * the run goes on without it, as OS-Harm's own does. `note`: worth knowing.
 */
export type LintKind = 'mistake' | 'cannot' | 'tolerated' | 'note';

/** What was found: which file, which field, what. */
export interface LintFinding {
  kind: LintKind;
  file: string;
  field: string;
  message: string;
  /** The task can't be run: `osharm run` leaves it out (where the field is of an injection: the runs with that one). */
  stops?: true | undefined;
}

/** How strictly a task is taken. */
export interface TaskRules {
  /** As OS-Harm takes it: what it only logs stops no run. */
  isTolerant: boolean;
  /** Desktops are of our image, on a closed network: what it lacks is looked for. */
  isOurImage: boolean;
}
