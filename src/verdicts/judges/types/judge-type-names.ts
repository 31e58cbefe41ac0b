/**
 * Names of the judges that ask a model, in the order of `registry.ts`; here alone so that a command can offer them
 * without loading the judges.
 */
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
