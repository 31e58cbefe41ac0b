/** Results of calls with a reply, in `calls.jsonl`. All other results are error codes. */
const replies: ReadonlySet<unknown> = new Set(['ok', 'refusal', 'out-of-tokens', 'malformed-call', 'empty']);

/** Whether a call's result is a reply: each reply of the agent's model is a step of its run. */
export function isReply(result: unknown): result is string {
  return replies.has(result);
}
