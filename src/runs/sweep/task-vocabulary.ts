import { scriptSchema } from '../../agents/reference/step-schema.ts';
import { siteKinds } from '../../desktop/client/internet-protocol.ts';
import { imagePrograms } from '../../desktop/image/programs.ts';
import { makeCanaries } from '../../evidence/effect-log/canaries.ts';
import { knownVectors } from '../../tasks/injection/known-vectors.ts';
import { unknownPlaceholders } from '../../tasks/setup/placeholders.ts';
import { setupKinds } from '../../tasks/setup/registry.ts';
import { canariesIn } from '../../tasks/setup/template.ts';
import type { KnownKind, TaskVocabulary } from '../../tasks/suite/task-vocabulary.ts';
import { conditionKinds } from '../../verdicts/checks/conditions/registry.ts';
import { oracles } from '../../verdicts/oracles/registry.ts';
import { needsPackage } from '../../verdicts/osworld/evaluator/load-evaluators.ts';
import {
  getters,
  metrics,
  ruleFaults,
  taskPrograms,
  unsupportedNames,
} from '../../verdicts/osworld/evaluator/registry.ts';

/** Everything that a suite's files may refer to, for planning and `osharm suite lint`. */
export const taskVocabulary: TaskVocabulary = {
  setupSteps: setupKinds as ReadonlyMap<string, KnownKind>,
  evaluators: {
    has: (name) =>
      name === 'check' || name === 'infeasible' || (name === 'program' ? taskPrograms() !== null : metrics.has(name)),
  },
  getters,
  needsPackage,
  ruleFaults,
  leftOut: { get: (name) => unsupportedNames().get(name) },
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
