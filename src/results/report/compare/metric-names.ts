/** Separate from `metrics.ts`, so that a command can list them without loading the statistics. */
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
