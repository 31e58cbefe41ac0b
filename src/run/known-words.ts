import { scriptSchema } from '../agent/reference/step-schema.ts';
import { knownVectors } from '../attack/known-vectors.ts';
import { siteKinds } from '../desktop/internet-protocol.ts';
import { makeCanaries } from '../effect/canaries.ts';
import { imagePrograms } from '../image/programs.ts';
import { oracles } from '../oracles/registry.ts';
import { ruleFaults } from '../osworld/evaluator/rule-faults.ts';
import { leftOutGetters } from '../osworld/getters/left-out.ts';
import { knownGetters } from '../osworld/getters/registry.ts';
import { leftOutMetrics } from '../osworld/metrics/left-out.ts';
import { conditionKinds } from '../score/conditions/registry.ts';
import { supportedEvaluators } from '../score/score-task.ts';
import { unknownPlaceholders } from '../setup/placeholders.ts';
import { setupKinds } from '../setup/registry.ts';
import { canariesIn } from '../setup/template.ts';
import type { KnownKind } from '../suite/known-kind.ts';
import type { LintWords } from '../suite/lint-words.ts';

/** Everything that a suite's files may name: what planning and `osharm suite lint` look at tasks with. */
export const knownWords: LintWords = {
  setupSteps: setupKinds as ReadonlyMap<string, KnownKind>,
  evaluators: new Set(supportedEvaluators),
  getters: new Set(knownGetters),
  ruleFaults,
  leftOut: new Map([...leftOutMetrics, ...leftOutGetters]),
  conditions: conditionKinds,
  oracles,
  vectors: knownVectors,
  programs: imagePrograms(),
  siteKinds: new Set(siteKinds),
  unknownPlaceholders,
  script: scriptSchema,
  canaries: new Set(Object.keys(makeCanaries(0))),
  canariesIn,
};
