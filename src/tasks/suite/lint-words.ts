import type { z } from 'zod';
import type { KnownKind } from './known-kind.ts';
import type { KnownVector } from './known-vector.ts';

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
  stops?: true;
}

/** How strictly a task is taken. */
export interface TaskRules {
  /** As OS-Harm takes it: what it only logs stops no run. */
  isTolerant: boolean;
  /** Desktops are of our image, on a closed network: what it lacks is looked for. */
  isOurImage: boolean;
}
