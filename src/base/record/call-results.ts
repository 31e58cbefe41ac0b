/** Results in `calls.jsonl` of calls that returned a reply. All other results are error codes. */
const replies: ReadonlySet<unknown> = new Set(['ok', 'refusal', 'out-of-tokens', 'malformed-call', 'empty']);

/** Each reply of the agent's model is a step of its run. */
export function isReply(result: unknown): result is string {
  return replies.has(result);
}
