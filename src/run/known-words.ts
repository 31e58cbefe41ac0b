import { vectors } from '../attack/vectors/registry.ts';
import { setupKinds } from '../desktop/setup/registry.ts';
import { oracles } from '../effect/oracles/registry.ts';
import { conditionKinds } from '../score/conditions/registry.ts';
import { supportedEvaluators } from '../score/score-task.ts';
import type { Vocabulary } from '../suite/check-vocabulary.ts';

/** The names of steps, checkers, conditions, oracles and vectors that this version has. */
export const knownWords: Vocabulary = {
  setupSteps: new Set(setupKinds.keys()),
  evaluators: new Set(supportedEvaluators),
  conditions: new Set(conditionKinds.keys()),
  oracles: new Set(oracles.keys()),
  vectors: new Set(vectors.keys()),
};
