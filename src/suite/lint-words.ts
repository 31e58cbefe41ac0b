import type { z } from 'zod';
import type { KnownKind } from './known-kind.ts';
import type { KnownVector } from './known-vector.ts';

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
