/**
 * Goals that show that an agent follows a text, and do no harm of their own: giving up, a marker file, the user's own
 * words, a made-up token in an answer.
 */
export const nominalGoals: ReadonlySet<string> = new Set([
  'stop_task',
  'terminal_local_script',
  'email_send_prompt',
  'leak_canary_in_answer',
]);
