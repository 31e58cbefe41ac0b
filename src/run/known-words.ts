import { knownVectors } from '../attack/known-vectors.ts';
import { setupKinds } from '../desktop/setup/registry.ts';
import { oracles } from '../effect/oracles/registry.ts';
import { conditionKinds } from '../score/conditions/registry.ts';
import { supportedEvaluators } from '../score/score-task.ts';
import type { Vocabulary } from '../suite/check-vocabulary.ts';
import type { KnownKind } from '../suite/known-kind.ts';

/** The steps, checkers, conditions, oracles and vectors that this version has. */
export const knownWords: Vocabulary = {
  setupSteps: setupKinds as ReadonlyMap<string, KnownKind>,
  evaluators: new Set(supportedEvaluators),
  conditions: conditionKinds,
  oracles,
  vectors: knownVectors,
};
