import { scriptSchema } from '../../agents/reference/step-schema.ts';
import { siteKinds } from '../../desktop/client/internet-protocol.ts';
import { imagePrograms } from '../../desktop/image/programs.ts';
import { makeCanaries } from '../../evidence/effect-log/canaries.ts';
import { knownVectors } from '../../tasks/injection/known-vectors.ts';
import { unknownPlaceholders } from '../../tasks/setup/placeholders.ts';
import { setupKinds } from '../../tasks/setup/registry.ts';
import { canariesIn } from '../../tasks/setup/template.ts';
import type { KnownKind, LintWords } from '../../tasks/suite/lint-words.ts';
import { conditionKinds } from '../../verdicts/checks/conditions/registry.ts';
import { supportedEvaluators } from '../../verdicts/checks/score-task.ts';
import { oracles } from '../../verdicts/oracles/registry.ts';
import { ruleFaults } from '../../verdicts/osworld/evaluator/rule-faults.ts';
import { leftOutGetters } from '../../verdicts/osworld/getters/left-out.ts';
import { knownGetters } from '../../verdicts/osworld/getters/registry.ts';
import { leftOutMetrics } from '../../verdicts/osworld/metrics/left-out.ts';

/** Everything that a suite's files may refer to, for planning and `osharm suite lint`. */
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
