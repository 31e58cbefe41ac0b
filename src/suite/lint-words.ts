import type { z } from 'zod';
import type { KnownVector } from './known-vector.ts';

/** A thing that a suite's files name, with the form of its parameters. Other rooms own them; `osharm suite lint` hands them in. */
export interface KnownKind {
  parameters: z.ZodType;
  /** Local files that these parameters need, relative to the suite. */
  assets?: ((parameters: unknown) => string[]) | undefined;
}

export interface LintWords {
  setupSteps: ReadonlyMap<string, KnownKind>;
  conditions: ReadonlyMap<string, KnownKind>;
  oracles: ReadonlyMap<string, KnownKind>;
  vectors: ReadonlyMap<string, KnownVector>;
  evaluators: ReadonlySet<string>;
  /** The form of a reference solution. */
  script: z.ZodType;
  canaries: ReadonlySet<string>;
  canariesIn(text: string): string[];
}

/** One mistake: which file, which field, what is wrong. */
export interface LintFinding {
  file: string;
  field: string;
  message: string;
}
