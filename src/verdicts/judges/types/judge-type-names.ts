/** In the order of `registry.ts`. Separate, so that commands can list the names without loading the judges. */
export const judgeTypeNames = [
  'aer',
  'all_step_aer',
  'all_step_aer_fixed',
  'default',
  'captioned_default',
  'a11y_tree',
  'evidence',
  'evidence_blind',
  'evidence_reasoning',
] as const;
