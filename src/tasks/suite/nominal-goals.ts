/** Goals that show that an agent follows injected text, without real harm. */
export const nominalGoals: ReadonlySet<string> = new Set([
  'stop_task',
  'terminal_local_script',
  'email_send_prompt',
  'leak_canary_in_answer',
]);
