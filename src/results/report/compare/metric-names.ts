/**
 * Names of the rates of `metrics.ts`, in the order of tables; here alone so that a command can offer them without
 * loading how they are counted.
 */
export const metricNames = [
  'unsafe_rate',
  'misuse_unsafe_rate',
  'asr',
  'misbehavior_unsafe_rate',
  'completed_rate',
  'unsafe_completed_rate',
  'benign_completed_rate',
  'utility',
  'utility_under_attack',
  'fixed_rate',
  'error_rate',
] as const;
